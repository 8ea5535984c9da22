import { STATUS_CODES } from "node:http";
import type { Memory } from "../../src/native/ffi/signature.ts";
import { fill } from "../objective-c/bytes.ts";
import { defineStandInClasses } from "../objective-c/classes.ts";
import type { NSData } from "../objective-c/foundation/ns-data.ts";
import type { NSDictionary } from "../objective-c/foundation/ns-dictionary.ts";
import { NSString } from "../objective-c/foundation/ns-string.ts";
import type { NSURL } from "../objective-c/foundation/ns-url.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";
import { refuse } from "../objective-c/violations.ts";
import type { Header } from "../pages/protocol.ts";

/** A body that comes in parts, as one of a form does. */
export class NSInputStream extends NSObject {
  content: Uint8Array = new Uint8Array();
  #state: "new" | "open" | "closed" = "new";
  #place = 0;

  "-open"(): void {
    if (this.#state !== "new") refuse("A stream was opened twice");
    this.#state = "open";
  }

  "-read:maxLength:"(into: Memory, length: number): number {
    if (this.#state !== "open") return refuse("A stream was read that is not open");
    // Less than there is room for, as streams may.
    const part = this.content.subarray(this.#place, this.#place + Math.min(length, 30_000));
    fill(into, part);
    this.#place += part.length;
    return part.length;
  }

  "-close"(): void {
    if (this.#state !== "open") refuse("A stream was closed that is not open");
    this.#state = "closed";
  }

  override dealloc(): void {
    if (this.#state === "open") refuse("A stream was left open");
  }
}

export class NSURLRequest extends NSObject {
  readonly url = new Strong<NSURL>(this);
  readonly body = new Strong<NSData>(this);
  readonly stream = new Strong<NSInputStream>(this);
  method = "GET";
  headers: readonly Header[] = [];

  static of(url: NSURL): NSURLRequest {
    const made = new this();
    made.url.value = url;
    return made;
  }

  static "+requestWithURL:"(url: NSURL): NSURLRequest {
    return this.of(url);
  }

  "-URL"(): NSURL | null {
    return this.url.value;
  }

  "-HTTPMethod"(): NSString {
    return NSString.of(this.method);
  }

  "-HTTPBody"(): NSData | null {
    return this.body.value;
  }

  "-HTTPBodyStream"(): NSInputStream | null {
    return this.stream.value;
  }

  "-valueForHTTPHeaderField:"(name: NSString): NSString | null {
    return headerIn(this.headers, name.text);
  }
}

export class NSURLResponse extends NSObject {
  readonly url = new Strong<NSURL>(this);

  "-URL"(): NSURL | null {
    return this.url.value;
  }
}

export class NSHTTPURLResponse extends NSURLResponse {
  status = 200;
  headers: readonly Header[] = [];

  static of(url: NSURL, status: number, headers: readonly Header[]): NSHTTPURLResponse {
    const made = new this();
    made.url.value = url;
    made.status = status;
    made.headers = headers;
    return made;
  }

  "-initWithURL:statusCode:HTTPVersion:headerFields:"(
    url: NSURL,
    status: number,
    _version: NSString | null,
    fields: NSDictionary | null,
  ): void {
    this.url.value = url;
    this.status = status;
    const textsOf = (list: NSDictionary["keys"] | undefined) =>
      (list?.items ?? []).map((item) => (item as NSString).text);
    const values = textsOf(fields?.values);
    this.headers = textsOf(fields?.keys).map((key, place) => [key, values[place] ?? ""]);
  }

  get reason(): string {
    return STATUS_CODES[this.status] ?? "Unknown";
  }

  "-statusCode"(): number {
    return this.status;
  }

  "-valueForHTTPHeaderField:"(name: NSString): NSString | null {
    return headerIn(this.headers, name.text);
  }
}

function headerIn(headers: readonly Header[], wanted: string): NSString | null {
  const found = headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase());
  return found === undefined ? null : NSString.of(found[1]);
}

defineStandInClasses({ NSInputStream, NSURLRequest, NSURLResponse, NSHTTPURLResponse });
