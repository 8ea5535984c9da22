import type { PrivateScheme } from "../../contract/ui/index.ts";
import type { DocumentParts, ViewOwner } from "../shell/view/documents.ts";
import { WebView, type EngineOfViews } from "../shell/view/web-view.ts";
import type { PageView } from "./page-view.ts";

/**
 * A WebKit web view. WebKit asks before it shows the answer of an address, so the key of a document
 * is created here, and its scripts are placed for it only.
 */
export abstract class WebKitView extends WebView implements PageView {
  /** Schemes that the app answers. */
  readonly schemes: readonly string[];
  refusedSchemes: readonly string[] = [];
  // The current load: an answer to a cancelled request must not end it twice.
  #loading: { readonly window: string; readonly url: string } | null = null;
  // `undefined`: nothing was expected, so the engine has taken the next document from another
  // source.
  #expectedKey: string | null | undefined;

  constructor(engine: EngineOfViews, schemes: readonly string[]) {
    super(engine);
    this.schemes = schemes;
  }

  /**
   * Settles with a function that adds a filter against documents of other sites; `null`: WebKit
   * accepts no filter for these schemes.
   */
  protected abstract makeFilter(schemes: readonly PrivateScheme[]): Promise<(() => void) | null>;
  /** The next documents begin with these scripts, and no others; `null`: with none. */
  protected abstract placeScripts(parts: DocumentParts | null, address: string): void;
  /** Runs a script in a world that the page cannot observe. */
  protected abstract runApart(script: string, ended: () => void): void;

  protected override loadFirst(owner: ViewOwner): void {
    if (owner.spec.privateSchemes.length === 0) super.loadFirst(owner);
    else void this.#loadGuarded(owner);
  }

  /** Before the page exists, no frame of it can send requests. */
  async #loadGuarded(owner: ViewOwner): Promise<void> {
    const { privateSchemes } = owner.spec;
    const addFilter = await this.makeFilter(privateSchemes);
    if (this.documents.owner !== owner) return; // closed meanwhile
    if (addFilter === null) this.refusedSchemes = privateSchemes.map(({ scheme }) => scheme);
    else addFilter();
    super.loadFirst(owner);
  }

  protected get isExpected(): boolean {
    return this.#expectedKey !== undefined;
  }

  /** For engines: the page is about to navigate, if the navigation succeeds. */
  navigationStarted(): void {
    this.#expectedKey = undefined;
  }

  /** For engines: WebKit is about to show the answer of `address`. */
  expectDocument(address: string): void {
    const parts = this.documents.prepare(address);
    this.#expectedKey = parts.key;
    this.placeScripts(parts, address);
  }

  /** For engines: a document is shown. @param url its own, not that of a pending navigation */
  protected committed(url: string): void {
    const key = this.#expectedKey;
    this.#expectedKey = undefined;
    // An error page of WebKit has the address of the page it replaces, and must not get that page's
    // scripts.
    if (key === undefined) this.placeScripts(null, url);
    this.documents.commit(url, key ?? null);
    const { owner } = this.documents;
    if (owner === null) return;
    this.#loading = { window: owner.spec.label, url };
    owner.events.emit("page.loadChanged", { ...this.#loading, stage: "started" });
  }

  /** For engines: all of the page has arrived, or has failed to. */
  loadFinished(): void {
    this.loaded();
    const loading = this.#loading;
    this.#loading = null;
    if (loading === null) return;
    this.documents.owner?.events.emit("page.loadChanged", { ...loading, stage: "finished" });
  }

  /** Forgets the current document, and reloads it. */
  protected replaceDocument(): void {
    this.documents.close();
    this.#loading = null;
    this.reload();
  }

  /**
   * Messages to the web process arrive in order. So a script has run when all messages before it
   * have been handled.
   */
  whenCaughtUp(task: () => void): void {
    if (this.documents.owner === null) task();
    else this.runApart("0", task);
  }
}
