import type { Address } from "../../src/native/ffi/signature.ts";
import { comObject } from "../../src/native/windows/com/client.ts";
import { E_INVALIDARG, type HResult } from "../../src/native/windows/com/hresult.ts";
import type { Event, Header } from "../pages/protocol.ts";
import type { EventSource } from "./event-source.ts";
import * as interfaces from "./interfaces.ts";
import type { Line } from "./line.ts";
import { wrong } from "./report.ts";
import { serveObject } from "./served-object.ts";
import { soon } from "./turns.ts";
import { reference, writeValue } from "./values.ts";
import { headersObject } from "./web-headers.ts";
import { responseAt, type Stream } from "./web-response.ts";
import { shlwapi } from "./win32.ts";

type Request = Extract<Event, { tells: "request" }>;

interface Filter {
  readonly uri: string;
  readonly context: number;
  /** `null`: added by the older call. */
  readonly sources: number | null;
}

// COREWEBVIEW2_WEB_RESOURCE_CONTEXT, by the purpose of the request (Sec-Fetch-Dest).
const contexts: Readonly<Record<string, number>> = {
  document: 1,
  iframe: 1,
  frame: 1,
  style: 2,
  image: 3,
  audio: 4,
  video: 4,
  font: 5,
  script: 6,
  worker: 6,
  sharedworker: 6,
  serviceworker: 6,
  empty: 8,
  track: 9,
  manifest: 12,
  report: 15,
};
const otherContext = 16;
const allContexts = 0;

// COREWEBVIEW2_WEB_RESOURCE_REQUEST_SOURCE_KINDS
const sourceKinds = { document: 1, sharedWorker: 2, serviceWorker: 4 } as const;

const sourceKindOf = ({ source = "document" }: Request): number => sourceKinds[source];

// So many parts of an answer are on their way at once.
const partsAhead = 4;
const partSize = 64 * 1024;

/** The requests of a view that the app answers, and the answers on their way. */
export class WebResources {
  readonly #line: Line;
  readonly #events: EventSource;
  readonly #sender: () => Address;
  readonly #topUrl: () => string;
  #filters: Filter[] = [];
  readonly #sending = new Map<number, Sending>();

  constructor(line: Line, events: EventSource, sender: () => Address, topUrl: () => string) {
    this.#line = line;
    this.#events = events;
    this.#sender = sender;
    this.#topUrl = topUrl;
  }

  addFilter(uri: string, context: number, sources: number | null): void {
    this.#filters.push({ uri, context, sources });
  }

  removeFilter(uri: string, context: number, sources: number | null): HResult | void {
    const place = this.#filters.findIndex(
      (each) => each.uri === uri && each.context === context && each.sources === sources,
    );
    if (place < 0) return E_INVALIDARG;
    this.#filters.splice(place, 1);
  }

  #isWanted(request: Request): boolean {
    return this.#filters.some(({ uri, context, sources }) => {
      if (context !== allContexts && context !== contextOf(request)) return false;
      if (!matches(request.url, uri)) return false;
      // The older call is about the top document and requests of the same process.
      if (sources !== null) return (sources & sourceKindOf(request)) !== 0;
      return sourceKindOf(request) === sourceKinds.document && !this.#isOfOtherSite(request);
    });
  }

  #isOfOtherSite(request: Request): boolean {
    const target = header(request, "sec-fetch-dest");
    if (target === "document") return false;
    const own = originOf(this.#topUrl());
    if (target === "iframe" || target === "frame") return originOf(request.url) !== own;
    const from = header(request, "origin") ?? header(request, "referer");
    return from !== null && originOf(from) !== own;
  }

  /** A page asks for something. */
  receive(request: Request, body: Uint8Array): void {
    if (!this.#isWanted(request) || !this.#events.has("WebResourceRequested")) {
      // It would go to the network, where no such host exists.
      this.#line.send({ do: "refuse", request: request.request });
      return;
    }
    let response: ReturnType<typeof reference> | null = null;
    let deferrals = 0;
    let isOver = false;
    const settle = (): void => {
      if (isOver || deferrals > 0) return;
      isOver = true;
      const given = response;
      response = null;
      this.#answer(request, given?.address ?? null);
      given?.[Symbol.dispose]();
    };
    // It may be kept for longer than the call lasts, by an app that asks for time.
    deferrals++;
    this.#events.raise("WebResourceRequested", this.#sender(), {
      name: "WebResourceRequestedEventArgs",
      interfaces: [
        interfaces.ICoreWebView2WebResourceRequestedEventArgs2,
        interfaces.ICoreWebView2WebResourceRequestedEventArgs,
      ],
      properties: {
        ResourceContext: contextOf(request),
        RequestedSourceKind: sourceKindOf(request),
      },
      methods: {
        get_Request: (out: Address) => writeValue(out, { object: serveRequest(request, body) }),
        get_Response: (out: Address) => writeValue(out, { object: response?.address ?? null }),
        put_Response(given: Address): HResult | void {
          if (isOver) return wrong(`An answer to "${request.url}" came after its time`);
          response?.[Symbol.dispose]();
          response = given === 0 ? null : reference(given);
        },
        GetDeferral(out: Address) {
          deferrals++;
          const done = (): void => {
            deferrals--;
            settle();
          };
          writeValue(out, { object: serveDeferral(request.url, done) });
        },
      },
    });
    deferrals--;
    settle();
  }

  #answer({ request, url, method }: Request, address: Address | null): void {
    const response = address === null ? undefined : responseAt(address);
    if (response === undefined) return this.#line.send({ do: "refuse", request });
    const { status, reason, headers } = response;
    this.#line.send({ do: "respond", request, status, reason, headers: withoutFraming(headers) });
    const stream = response.content();
    const announced = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
    const isEmpty = stream === null || method === "HEAD" || status === 204 || status === 304;
    if (isEmpty) {
      stream?.[Symbol.dispose]();
      this.#line.send({ do: "part", request, isLast: true });
      return;
    }
    const sending = new Sending(
      this.#line,
      request,
      url,
      stream,
      announced === undefined ? null : Number(announced),
    );
    this.#sending.set(request, sending);
    sending.next(() => this.#sending.delete(request));
  }

  /** The page has taken a part. */
  taken(request: number): void {
    this.#sending.get(request)?.taken();
  }

  /** The page wants the answer no more. */
  gone(request: number): void {
    this.#sending.get(request)?.stop();
    this.#sending.delete(request);
  }

  close(): void {
    for (const sending of this.#sending.values()) sending.stop();
    this.#sending.clear();
  }
}

/** An answer whose content is read as the page takes it. */
class Sending {
  readonly #line: Line;
  readonly #request: number;
  readonly #url: string;
  readonly #stream: Stream;
  readonly #announced: number | null;
  #isOver = false;
  #ahead = 0;
  #sent = 0;
  #ended: () => void = () => {};

  constructor(line: Line, request: number, url: string, stream: Stream, announced: number | null) {
    this.#line = line;
    this.#request = request;
    this.#url = url;
    this.#stream = stream;
    this.#announced = announced;
  }

  next(ended: () => void): void {
    this.#ended = ended;
    soon(() => this.#send());
  }

  #send(): void {
    if (this.#isOver || this.#ahead >= partsAhead) return;
    const bytes = this.#read();
    const announced = this.#announced ?? Infinity;
    if (this.#sent + bytes.length > announced)
      wrong(`The answer to "${this.#url}" is longer than it says`);
    const part = bytes.subarray(0, announced - this.#sent);
    this.#sent += part.length;
    const isLast = bytes.length === 0;
    if (isLast && this.#announced !== null && this.#sent < this.#announced)
      wrong(
        `The answer to "${this.#url}" is shorter than it says: ${this.#sent} of ${this.#announced} bytes`,
      );
    this.#line.send({ do: "part", request: this.#request, isLast }, part.slice());
    if (isLast) {
      this.stop();
      this.#ended();
      return;
    }
    this.#ahead++;
    soon(() => this.#send());
  }

  #read(): Uint8Array {
    const bytes = new Uint8Array(partSize);
    const count = new Uint32Array(new ArrayBuffer(4));
    this.#stream.Read(bytes, partSize, count);
    return bytes.subarray(0, count[0]);
  }

  taken(): void {
    this.#ahead--;
    soon(() => this.#send());
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream[Symbol.dispose]();
  }
}

// The headers about framing are a matter between us and the pages.
function withoutFraming(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => name.toLowerCase() !== "transfer-encoding");
}

function serveRequest(request: Request, body: Uint8Array): Address {
  return serveObject({
    name: "WebResourceRequest",
    interfaces: [interfaces.ICoreWebView2WebResourceRequest],
    properties: { Uri: request.url.replace(/#.*$/, ""), Method: request.method },
    methods: {
      // Windows' own stream, as the real one gives: it may be read on any thread.
      get_Content(out: Address) {
        if (body.length === 0) return writeValue(out, { object: null });
        const stream = shlwapi.SHCreateMemStream(body, body.length);
        if (stream === null) throw new Error("Cannot make a stream of a request's body");
        using own = comObject(stream, { name: "IStream", iid: "", methods: {} });
        writeValue(out, { object: own.address });
      },
      get_Headers: headersObject("ICoreWebView2HttpRequestHeaders", visible(request.headers)),
    },
  });
}

// The headers that Chromium adds only when a request has left for the network, after this event.
const addedLater = new Set(["connection", "host", "accept-encoding", "content-length"]);

function visible(headers: readonly Header[]): Header[] {
  return headers.filter(([name]) => !addedLater.has(name) && !name.startsWith("sec-fetch-"));
}

function serveDeferral(url: string, done: () => void): Address {
  let isComplete = false;
  return serveObject({
    name: "Deferral",
    interfaces: [interfaces.ICoreWebView2Deferral],
    methods: {
      Complete() {
        if (isComplete) wrong(`The deferral of "${url}" was completed twice`);
        else {
          isComplete = true;
          done();
        }
      },
    },
    released() {
      if (!isComplete)
        wrong(
          `The deferral of "${url}" was let go of and never completed: its page waits for ever`,
        );
    },
  });
}

function header(request: Request, name: string): string | null {
  return request.headers.find(([each]) => each === name)?.[1] ?? null;
}

function contextOf(request: Request): number {
  return contexts[header(request, "sec-fetch-dest") ?? ""] ?? otherContext;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "null";
}

/** `*` stands for any text, `?` for one character; a backslash takes their meaning away. */
function matches(url: string, pattern: string): boolean {
  const source = pattern.replaceAll(/\\.|[\\^$.|+()[\]{}*?]/g, (sign) => {
    if (sign === "*") return ".*";
    if (sign === "?") return ".";
    return sign.length === 2 ? `\\${sign[1]}` : `\\${sign}`;
  });
  return new RegExp(`^${source}$`, "is").test(url);
}
