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
import type { PageResponse } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import type { EngineRequest } from "../../page/requests.ts";
import type { Environment } from "./environment.ts";
import { tolerate } from "./handlers.ts";
import { makeResponse, readAnswer, type ReadyAnswer } from "./response.ts";

const COREWEBVIEW2_WEB_RESOURCE_CONTEXT_DOCUMENT = 1;

/** Creates responses for a view. */
export interface AnsweringView {
  readonly environment: Environment;
}

/** A request of a page as the engine reports it, which waits until it is answered. */
export class WebResourceRequest implements EngineRequest {
  readonly url: string;
  readonly scheme: string;
  readonly path: string;
  readonly method: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is for the document of a window or frame. */
  readonly isDocument: boolean;
  readonly #view: AnsweringView;
  readonly #args: ObjectOf<typeof ICoreWebView2WebResourceRequestedEventArgs>;
  readonly #request: ObjectOf<typeof ICoreWebView2WebResourceRequest>;
  readonly #deferral: ObjectOf<typeof ICoreWebView2Deferral>;

  constructor(view: AnsweringView, args: Address) {
    this.#view = view;
    const borrowed = comObject(args, ICoreWebView2WebResourceRequestedEventArgs);
    this.#args = borrowed.again(ICoreWebView2WebResourceRequestedEventArgs);
    this.#deferral = outObject(ICoreWebView2Deferral, (out) => borrowed.GetDeferral(out));
    this.#request = outObject(ICoreWebView2WebResourceRequest, (out) => borrowed.get_Request(out));
    this.url = outText((out) => this.#request.get_Uri(out)) ?? "";
    const { protocol = "", pathname = "" } = URL.parse(this.url) ?? {};
    this.scheme = protocol.slice(0, -1);
    this.path = pathname;
    this.method = outText((out) => this.#request.get_Method(out)) ?? "";
    this.headers = this.#readHeaders();
    const context = outNumber((out) => borrowed.get_ResourceContext(out));
    this.isDocument = context === COREWEBVIEW2_WEB_RESOURCE_CONTEXT_DOCUMENT;
  }

  /** Its body, of up to `limit` bytes. @param announced its length, `NaN` when unknown */
  async readBody(announced: number, limit: number): Promise<Uint8Array> {
    const address = outPointer((out) => this.#request.get_Content(out));
    if (address === 0) return new Uint8Array();
    using stream = comObject(address, IStream);
    const readSome = (into: Uint8Array): number => {
      const count = new Uint32Array(new ArrayBuffer(4));
      let length = 0;
      // A stream may return fewer bytes than available.
      while (length < into.length) {
        const rest = into.subarray(length);
        stream.Read(rest, rest.length, count);
        if (count[0] === 0) break;
        length += count[0] ?? 0;
      }
      return length;
    };
    // Awaited here: the stream is released when this returns.
    return await readPieces({ readSome, soon }, announced, limit);
  }

  header(name: string): string | null {
    return this.headers[name] ?? null;
  }

  mayBeFrom(origin: string): boolean {
    return (this.headers["origin"] ?? origin) === origin;
  }

  async answer(response: PageResponse): Promise<void> {
    this.send(await readAnswer(response));
  }

  refuse(reason: string): void {
    this.send(refusal(503, reason));
  }

  /** Also if the engine creates no response any more, because its process has ended. */
  send(answer: ReadyAnswer): void {
    tolerate("the answer to a request", () => {
      using response = makeResponse(this.#view.environment, answer, this.method);
      this.#args.put_Response(response.address);
      this.#deferral.Complete();
    });
    for (const object of [this.#args, this.#request, this.#deferral]) object[Symbol.dispose]();
  }

  #readHeaders(): Record<string, string> {
    const headers: Record<string, string> = Object.create(null) as Record<string, string>;
    using all = outObject(ICoreWebView2HttpRequestHeaders, (out) => this.#request.get_Headers(out));
    using each = outObject(ICoreWebView2HttpHeadersCollectionIterator, (out) =>
      all.GetIterator(out),
    );
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

// Never without a response: the engine would then ask the network, where the app's hosts resolve to
// this computer.
export function refusal(status: number, reason: string): ReadyAnswer {
  return {
    status,
    headers: { "content-type": "text/plain;charset=utf-8" },
    bytes: Buffer.from(`Cannot answer: ${reason}`),
  };
}
