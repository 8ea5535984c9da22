import { outText } from "../com/apartment.ts";
import { comObject, outNumber, outObject, outPointer, type ObjectOf } from "../com/client.ts";
import {
  ICoreWebView2Deferral,
  ICoreWebView2HttpHeadersCollectionIterator,
  ICoreWebView2HttpRequestHeaders,
  ICoreWebView2WebResourceRequest,
  ICoreWebView2WebResourceRequestedEventArgs,
  IStream,
} from "../lib/webview2-events.ts";
import { soon } from "../loop.ts";
import { readPieces } from "../../page/body-pieces.ts";
import type { Address } from "../../ffi/signature.ts";

const COREWEBVIEW2_WEB_RESOURCE_CONTEXT_DOCUMENT = 1;

/** A request of a page as the engine tells of it, which waits until it is answered. */
export class EngineRequest implements Disposable {
  readonly url: string;
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is for the document of a window or frame. */
  readonly isDocument: boolean;
  readonly #args: ObjectOf<typeof ICoreWebView2WebResourceRequestedEventArgs>;
  readonly #request: ObjectOf<typeof ICoreWebView2WebResourceRequest>;
  readonly #deferral: ObjectOf<typeof ICoreWebView2Deferral>;

  constructor(args: Address) {
    const lent = comObject(args, ICoreWebView2WebResourceRequestedEventArgs);
    this.#args = lent.again(ICoreWebView2WebResourceRequestedEventArgs);
    this.#deferral = outObject(ICoreWebView2Deferral, (out) => lent.GetDeferral(out));
    this.#request = outObject(ICoreWebView2WebResourceRequest, (out) => lent.get_Request(out));
    this.url = outText((out) => this.#request.get_Uri(out)) ?? "";
    this.method = outText((out) => this.#request.get_Method(out)) ?? "";
    this.headers = this.#readHeaders();
    const context = outNumber((out) => lent.get_ResourceContext(out));
    this.isDocument = context === COREWEBVIEW2_WEB_RESOURCE_CONTEXT_DOCUMENT;
  }

  /** Its body, of up to `limit` bytes. @param announced its length, `NaN` when it is not known */
  async readBody(announced: number, limit: number): Promise<Uint8Array> {
    const address = outPointer((out) => this.#request.get_Content(out));
    if (address === 0) return new Uint8Array();
    using stream = comObject(address, IStream);
    const readSome = (into: Uint8Array): number => {
      const count = new Uint32Array(new ArrayBuffer(4));
      let length = 0;
      // A stream may give less than there is.
      while (length < into.length) {
        const rest = into.subarray(length);
        stream.Read(rest, rest.length, count);
        if (count[0] === 0) break;
        length += count[0] ?? 0;
      }
      return length;
    };
    // Waited for here: the stream is given back when this returns.
    return await readPieces({ readSome, soon }, announced, limit);
  }

  answer(response: { readonly address: Address }): void {
    this.#args.put_Response(response.address);
    this.#deferral.Complete();
  }

  [Symbol.dispose](): void {
    for (const object of [this.#args, this.#request, this.#deferral]) object[Symbol.dispose]();
  }

  #readHeaders(): Record<string, string> {
    const headers: Record<string, string> = Object.create(null) as Record<string, string>;
    using all = outObject(ICoreWebView2HttpRequestHeaders, (out) => this.#request.get_Headers(out));
    using each = outObject(ICoreWebView2HttpHeadersCollectionIterator, (out) => all.GetIterator(out));
    let hasOne = outNumber((out) => each.get_HasCurrentHeader(out));
    while (hasOne !== 0) {
      let value: string | null = null;
      const name = outText((outName) => {
        value = outText((outValue) => each.GetCurrentHeader(outName, outValue));
      });
      if (name !== null && value !== null) headers[name.toLowerCase()] = value;
      hasOne = outNumber((out) => each.MoveNext(out));
    }
    return headers;
  }
}
