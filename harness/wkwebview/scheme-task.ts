import { defineStandInClasses } from "../objective-c/classes.ts";
import { NSData } from "../objective-c/foundation/ns-data.ts";
import { NSURL } from "../objective-c/foundation/ns-url.ts";
import type { NSError } from "../objective-c/foundation/system.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";
import { refuse } from "../objective-c/violations.ts";
import type { Event } from "../pages/protocol.ts";
import { forgetRequest, sendToPages } from "./page-line.ts";
import type { NSHTTPURLResponse } from "./url-loading.ts";
import { NSInputStream, NSURLRequest } from "./url-loading.ts";

type Asked = Extract<Event, { readonly tells: "request" }>;

/** Headers that mark a body as a form with files, which WebKit gives as a stream. */
const inParts = /^multipart\//;

/**
 * A request to a scheme of the app's. Any message after its end, or after it was stopped, is an
 * exception of WebKit's.
 */
export class WKURLSchemeTask extends NSObject {
  readonly ofRequest = new Strong<NSURLRequest>(this);
  number = 0;
  #state: "open" | "answering" | "finished" | "failed" | "stopped" = "open";
  #ended: () => void = () => {};

  static of(
    asked: Asked,
    body: Uint8Array,
    ended: (task: WKURLSchemeTask) => void,
  ): WKURLSchemeTask {
    const made = new this();
    made.number = asked.request;
    made.ofRequest.value = requestOf(asked, body);
    made.#ended = () => ended(made);
    return made;
  }

  get url(): string {
    return this.ofRequest.value?.url.value?.href ?? "";
  }

  get scheme(): string {
    return new URL(this.url).protocol.slice(0, -1);
  }

  override get detail(): string {
    return ` ${this.url}`;
  }

  #check(what: string, ...allowed: readonly string[]): void {
    if (!allowed.includes(this.#state))
      refuse(`An exception: "${what}" of a task that is ${this.#state}:${this.detail}`);
  }

  "-request"(): NSURLRequest | null {
    this.#check("request", "open", "answering");
    return this.ofRequest.value;
  }

  "-didReceiveResponse:"(response: NSHTTPURLResponse): void {
    this.#check("didReceiveResponse:", "open");
    this.#state = "answering";
    const { status, reason, headers } = response;
    sendToPages({ do: "respond", request: this.number, status, reason, headers });
  }

  "-didReceiveData:"(data: NSData): void {
    this.#check("didReceiveData:", "answering");
    sendToPages({ do: "part", request: this.number, isLast: false }, data.content.slice());
  }

  "-didFinish"(): void {
    this.#check("didFinish", "answering");
    this.#end("finished");
    sendToPages({ do: "part", request: this.number, isLast: true });
  }

  "-didFailWithError:"(_error: NSError): void {
    this.#check("didFailWithError:", "open", "answering");
    this.#end("failed");
    sendToPages({ do: "refuse", request: this.number });
  }

  /** WebKit wants no answer any more. */
  stop(): void {
    this.#end("stopped");
    sendToPages({ do: "refuse", request: this.number });
  }

  #end(state: "finished" | "failed" | "stopped"): void {
    this.#state = state;
    forgetRequest(this.number);
    this.#ended();
  }
}

function requestOf({ url, method, headers }: Asked, body: Uint8Array): NSURLRequest {
  const made = NSURLRequest.of(NSURL.of(url));
  made.method = method;
  // WebKit adds it when a request leaves for the network.
  made.headers = headers.filter(([name]) => name !== "content-length");
  if (body.length === 0) return made;
  if (headers.some(([name, value]) => name === "content-type" && inParts.test(value))) {
    const stream = new NSInputStream();
    stream.content = body.slice();
    made.stream.value = stream;
  } else made.body.value = NSData.of(body.slice());
  return made;
}

defineStandInClasses({ WKURLSchemeTask });
