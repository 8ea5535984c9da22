import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { isPageOf } from "../../page/page-pattern.ts";
import { originsOfScheme } from "./scheme-hosts.ts";

// The engine does not report which document requests a picture, a script or a style. A document of
// another site may omit its origin, but cannot claim to be one of the app's. So a request without
// an origin is trusted only in a page that has had no frame of another site.
//
// A document that a page writes into a frame (`srcdoc`) has the origin of that page, and counts as
// it.

/** Decides whether a request may come from one of the documents of a scheme. */
export class Frames {
  readonly #documents: Documents;
  readonly #spec: Pick<WindowSpec, "privateSchemes">;
  // The documents of frames since the current page was shown, unless they belong to other sites'
  // frames.
  readonly #addresses = new Set<string>();

  constructor(documents: Documents, spec: Pick<WindowSpec, "privateSchemes">) {
    this.#documents = documents;
    this.#spec = spec;
  }

  /** Another document is shown, without any frames. */
  clear(): void {
    this.#addresses.clear();
  }

  /** A frame is about to show a document. */
  goes(address: string): void {
    if (/^about:(?:blank|srcdoc)/.test(address)) return;
    // The origin, which patterns compare, so that a page cannot fill the memory with addresses.
    this.#addresses.add(URL.parse(address.replace(/^blob:/, ""))?.origin ?? "null");
  }

  /**
   * @param url of the request
   * @param headers by their lower-case names
   * @param isDocument whether it is for a document in a frame or window: the policy of that
   * document decides
   */
  mayLoad(url: string, headers: Readonly<Record<string, string>>, isDocument: boolean): boolean {
    const own = this.#spec.privateSchemes.find(({ scheme }) => isPageOf(url, placesOf(scheme)));
    if (own === undefined || isDocument) return true;
    const pages = [...own.pages, ...placesOf(own.scheme)];
    const isOfPages = (address: string): boolean => isPageOf(`${address}/`, pages);
    const { origin, referer } = headers;
    if (origin !== undefined && origin !== "null") return isOfPages(origin);
    const from = URL.parse(referer ?? "");
    if (from !== null) return isOfPages(from.origin);
    const { current } = this.#documents;
    return (
      origin === undefined &&
      current !== null &&
      [current.origin, ...this.#addresses].every(isOfPages)
    );
  }
}

function placesOf(scheme: string): readonly string[] {
  return originsOfScheme(scheme).map((place) => `${place}/*`);
}
