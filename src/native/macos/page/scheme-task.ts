import type { Address } from "../../ffi/signature.ts";
import type { PageResponse } from "../../../contract/ui/index.ts";
import type { PageView } from "../../page/page-view.ts";
import type { EngineRequest } from "../../page/requests.ts";
import { NSURL } from "../lib/foundation.ts";
import { NSError, NSURLRequest } from "../lib/url-loading.ts";
import { WKURLSchemeTask } from "../lib/webkit.ts";
import type { OwnedOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { nsString, optionalText } from "../objc/text.ts";
import { readBody } from "./request-body.ts";
import { makeResponse } from "./response.ts";
import { ResponseBody } from "./response-body.ts";

const NSURLErrorResourceUnavailable = -1008;

/**
 * A request to one of the app's schemes. WebKit's task receives its response, then its bytes, then
 * its end, in pieces and until it was stopped. It is kept until then.
 */
export class SchemeTask implements EngineRequest {
  readonly method: string;
  readonly url: string;
  readonly scheme: string;
  readonly path: string;
  readonly #task: OwnedOf<typeof WKURLSchemeTask>;
  readonly #request: OwnedOf<typeof NSURLRequest>;
  readonly view: PageView | undefined;
  readonly #ended: () => void;
  #body: ResponseBody | null = null;

  /** @param ended called when it has its answer, or no longer wants one */
  constructor(address: Address, view: PageView | undefined, ended: () => void) {
    this.#task = WKURLSchemeTask.at(address).retain();
    this.#request = NSURLRequest.at(this.#task.send("request")).retain();
    this.view = view;
    this.#ended = ended;
    const url = this.#request.send("URL");
    this.url = url === null ? "" : (optionalText(NSURL.at(url).send("absoluteString")) ?? "");
    const parsed = URL.parse(this.url);
    this.scheme = parsed?.protocol.slice(0, -1) ?? "";
    this.path = parsed?.pathname ?? "";
    this.method = optionalText(this.#request.send("HTTPMethod")) ?? "GET";
  }

  header(name: string): string | null {
    return withPool(() =>
      optionalText(this.#request.send("valueForHTTPHeaderField:", nsString(name))),
    );
  }

  readBody(announced: number, limit: number): Promise<Uint8Array> {
    return readBody(this.#request, announced, limit);
  }

  answer(response: PageResponse): void {
    const view = this.view;
    if (view === undefined) throw new Error("Cannot answer a request of no view");
    const body = withPool(() => {
      using head = makeResponse(this.#request, response);
      const opened = new ResponseBody(response.body, view);
      this.#task.send("didReceiveResponse:", head);
      return opened;
    });
    this.#body = body;
    body.send({
      take: (data) => this.#task.send("didReceiveData:", data),
      finish: () => {
        this.#task.send("didFinish");
        this.#end();
      },
      fail: (reason) => this.#fail(reason),
    });
  }

  refuse(reason: string): void {
    this.#fail(`Cannot answer: ${reason}`);
  }

  /** WebKit no longer wants an answer. */
  stop(): void {
    this.#end();
  }

  #fail(reason: string): void {
    withPool(() => {
      const error = NSError.send(
        "errorWithDomain:code:userInfo:",
        nsString(reason),
        NSURLErrorResourceUnavailable,
        null,
      );
      this.#task.send("didFailWithError:", error);
    });
    this.#end();
  }

  #end(): void {
    this.#ended();
    this.#body?.[Symbol.dispose]();
    this.#request[Symbol.dispose]();
    this.#task[Symbol.dispose]();
  }
}
