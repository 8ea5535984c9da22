/**
 * Requests that the app sends for the page: without an origin and cross-origin rules, only to
 * addresses that `framework.allowlist.http.scope` allows, including each redirect.
 *
 * Also `window.__FRAMEWORK__.http` when `build.withGlobalFramework` is true. Every request needs
 * `framework.allowlist.http.request`, and rejects with `out-of-scope` for an address that is not
 * allowed, `network` when the server cannot be reached, `timed-out` when it took too long, and
 * `too-long` when the answer has more than `maxBytes`. An answer with a status such as 404 is an
 * answer. Cookies are not kept. A request ends with its page; 64 requests of a page run at once,
 * and others wait.
 */
import type {
  ClientOptions,
  Duration,
  HttpAnswer,
  HttpRequest,
  HttpVerb,
  RequestBody,
} from "../contract/commands/http.ts";
import { FrameworkError } from "../contract/errors.ts";
import { invoke, invokeForBytes } from "./invoke.ts";
import { bytesOf } from "./parts/bytes.ts";

export type { ClientOptions, Duration, HttpVerb } from "../contract/commands/http.ts";

/** The type of a response's data. */
export const ResponseType = Object.freeze({ JSON: 1, Text: 2, Binary: 3 } as const);
export type ResponseType = (typeof ResponseType)[keyof typeof ResponseType];

/** A file of a form: its path, which `framework.allowlist.fs.scope` must allow, or its bytes. */
export interface FilePart<Bytes = Uint8Array | readonly number[]> {
  file: string | Bytes;
  /** Default: `application/octet-stream`. */
  mime?: string;
  /** Default: the last name of the path. */
  fileName?: string;
}

export type Part = string | Uint8Array | readonly number[] | Blob | FilePart;

/** `undefined` and `null` are left out. */
export type FormInput = Readonly<Record<string, Part | null | undefined>> | FormData;

/** The body of a request. */
export class Body {
  readonly type: "Form" | "Json" | "Text" | "Bytes";
  readonly payload: unknown;
  readonly #make: () => RequestBody | Promise<RequestBody>;

  private constructor(
    type: Body["type"],
    payload: unknown,
    make: () => RequestBody | Promise<RequestBody>,
  ) {
    this.type = type;
    this.payload = payload;
    this.#make = make;
  }

  /**
   * A form. Sent as `multipart/form-data` when it holds files or bytes or the request has that
   * content type, and as `application/x-www-form-urlencoded` otherwise.
   *
   * @example
   * Body.form({ name: "Ada", picture: { file: path, mime: "image/png" } });
   */
  static form(values: FormInput): Body {
    const all: [string, Part | null | undefined][] =
      values instanceof FormData ? [...values] : Object.entries(values);
    const entries = all.filter(
      (entry): entry is [string, Part] => entry[1] !== undefined && entry[1] !== null,
    );
    return new Body("Form", Object.fromEntries(entries), async () => ({
      type: "form",
      fields: await Promise.all(
        entries.map(async ([name, part]) => ({ name, value: await fieldOf(part) })),
      ),
    }));
  }

  /** JSON. */
  static json(data: unknown): Body {
    return new Body("Json", data, () => ({ type: "json", text: JSON.stringify(data) }));
  }

  /** Text. */
  static text(value: string): Body {
    return new Body("Text", value, () => ({ type: "text", text: value }));
  }

  /** Bytes. */
  static bytes(bytes: Iterable<number> | ArrayLike<number> | ArrayBuffer): Body {
    const copy = bytes instanceof Uint8Array ? bytes.slice() : bytesOf(bytes);
    return new Body("Bytes", copy, () => ({ type: "bytes", bytes: copy }));
  }

  /** The form of a body for the app. */
  static wire(
    body: Body | null | undefined,
    url: string,
  ): RequestBody | null | Promise<RequestBody> {
    if (body === undefined || body === null) return null;
    if (typeof body === "object" && #make in body) return body.#make();
    throw new FrameworkError(
      "bad-argument",
      `Cannot request "${url}": its body must be made by Body, as by Body.json(…) or Body.text(…)`,
    );
  }
}

async function fieldOf(part: Part) {
  if (typeof part === "string" || part instanceof Uint8Array) return part;
  if (part instanceof Blob) {
    const file = new Uint8Array(await part.arrayBuffer());
    return { file, mime: part.type || null, fileName: part instanceof File ? part.name : null };
  }
  if (typeof part !== "object" || part === null || !("file" in part)) return bytesOf(part);
  const { file, mime = null, fileName = null } = part;
  return { file: typeof file === "string" ? file : bytesOf(file), mime, fileName };
}

/** The options of every request. */
export interface RequestOptions {
  /** `undefined` and `null` are left out, here and in the query. */
  headers?: Readonly<Record<string, string | number | boolean | null | undefined>> | Headers;
  /** Added to the query of the address; the last of several values of a name is used. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | URLSearchParams;
  body?: Body;
  /**
   * The time limit for the whole request: seconds, or seconds and nanoseconds. Default: none, but a
   * server that sends nothing for five minutes is given up.
   */
  timeout?: number | Duration;
  /**
   * The maximum decompressed size of the answer in bytes: it is kept in memory as a whole. A longer
   * one rejects with `too-long`. Default: 268435456 (256 MB); at most 1073741824 (1 GB).
   */
  maxBytes?: number;
  /** Of an `AbortController`: ends the request, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: JSON. */
  responseType?: ResponseType;
}

export interface HttpOptions extends RequestOptions {
  /**
   * In any case, since it is sent in upper case; also those of WebDAV and similar (`PROPFIND`,
   * `REPORT`). Any of them may have a body.
   */
  method: HttpVerb;
  url: string;
}

export type FetchOptions = RequestOptions & { method?: HttpVerb };

/** The answer of a server. */
export class Response<Data> {
  /** The address after the last redirect. */
  url: string;
  status: number;
  /** Whether the status is from 200 to 299. */
  ok: boolean;
  /** By names in lower case; the last of several values. */
  headers: Record<string, string>;
  /**
   * By names in lower case; each header line of the answer is a value of its own, in the server's
   * order.
   */
  rawHeaders: Record<string, string[]>;
  data: Data;

  /** Made by {@link Client.request}. */
  constructor({ url, status, rawHeaders }: HttpAnswer, data: Data) {
    this.url = url;
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.rawHeaders = rawHeaders;
    this.headers = Object.fromEntries(
      Object.entries(rawHeaders).map(([name, values]) => [name, values.at(-1) ?? ""]),
    );
    this.data = data;
  }
}

/** Makes requests with the same options. Each needs `framework.allowlist.http.request`. */
export class Client {
  readonly id: number;
  readonly #options: ClientOptions;
  #isDropped = false;

  /** Made by {@link getClient}. */
  constructor(id: number, options: ClientOptions) {
    this.id = id;
    this.#options = options;
  }

  /** Ends the client: requests made with it from now on reject. */
  drop(): Promise<void> {
    this.#isDropped = true;
    return Promise.resolve();
  }

  /**
   * Makes a request. Needs `framework.allowlist.http.request`.
   *
   * Data that should be JSON and is not: an empty answer gives `{}`, a failed request its text, and
   * anything else rejects.
   *
   * @example
   * const url = "https://api.example.com/me";
   * const { data } = await client.request<{ login: string }>({ method: "GET", url });
   */
  async request<Data>(options: HttpOptions): Promise<Response<Data>> {
    refuseUnknown(options);
    const { method, url, headers, query, body, responseType, timeout, maxBytes, signal } = options;
    const type = responseType ?? ResponseType.JSON;
    if (this.#isDropped)
      throw new FrameworkError("closed", `Cannot request "${url}": the client was dropped`);
    if (!Object.values(ResponseType).includes(type))
      throw new FrameworkError(
        "bad-argument",
        `Cannot request "${url}": "responseType" is ${JSON.stringify(type)}, it must be one of ResponseType`,
      );
    if (signal && typeof signal.throwIfAborted !== "function")
      throw new FrameworkError(
        "bad-argument",
        `Cannot request "${url}": "signal" must be that of an AbortController`,
      );
    signal?.throwIfAborted();
    const sent = await Body.wire(body, url);
    signal?.throwIfAborted();
    const id = signal ? ++lastRequest : null;
    const cancel = (): void => {
      if (id !== null) void invoke("http.cancel", { id }).catch(() => {});
    };
    signal?.addEventListener("abort", cancel);
    try {
      const answer = await invokeForBytes("http.request", {
        id,
        timeout,
        maxBytes,
        // The app reports the required type.
        method: typeof method === "string" ? method.toUpperCase() : method,
        url,
        headers: texts(headers),
        query: texts(query),
        body: sent,
        client: this.#options,
      } satisfies HttpRequest);
      return new Response(answer, readData(answer, type) as Data);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** A GET request, like {@link Client.request}. */
  get<Data>(url: string, options?: RequestOptions): Promise<Response<Data>> {
    return this.request({ ...options, method: "GET", url });
  }

  /** A POST request, like {@link Client.request}. */
  post<Data>(url: string, body?: Body, options?: RequestOptions): Promise<Response<Data>> {
    return this.request({ ...options, ...(body && { body }), method: "POST", url });
  }

  /** A PUT request, like {@link Client.request}. */
  put<Data>(url: string, body?: Body, options?: RequestOptions): Promise<Response<Data>> {
    return this.request({ ...options, ...(body && { body }), method: "PUT", url });
  }

  /** A PATCH request, like {@link Client.request}. */
  patch<Data>(url: string, options?: RequestOptions): Promise<Response<Data>> {
    return this.request({ ...options, method: "PATCH", url });
  }

  /** A DELETE request, like {@link Client.request}. */
  delete<Data>(url: string, options?: RequestOptions): Promise<Response<Data>> {
    return this.request({ ...options, method: "DELETE", url });
  }
}

let lastClient = 0;
let lastRequest = 0;

/**
 * Creates a client, for requests with the same options.
 *
 * @param options `maxRedirections`: the maximum number of redirects, by default 10; with 0 the
 * redirect itself is the response. `connectTimeout`: the time limit for connecting to the server,
 * TLS handshake included
 *
 * @example
 * const client = await getClient({ maxRedirections: 0 });
 */
export function getClient(options?: ClientOptions | null): Promise<Client> {
  return Promise.resolve(new Client(++lastClient, options ?? {}));
}

/**
 * Makes a request; GET when no method is given. Needs `framework.allowlist.http.request`.
 *
 * @example
 * const options = { responseType: ResponseType.Text };
 * const { data } = await fetch<string>("https://example.com/notes.txt", options);
 */
export function fetch<Data>(url: string, options?: FetchOptions): Promise<Response<Data>> {
  return new Client(0, {}).request({ ...options, method: options?.method ?? "GET", url });
}

const optionNames: Readonly<Record<keyof HttpOptions, true>> = {
  method: true,
  url: true,
  headers: true,
  query: true,
  body: true,
  timeout: true,
  maxBytes: true,
  responseType: true,
  signal: true,
};

function refuseUnknown(options: HttpOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown === undefined) return;
  // A caller that has given the address needs no advice about it.
  const names = Object.keys(optionNames).filter(
    (name) => name !== "url" || options.url === undefined,
  );
  const others = names.slice(0, -1).map((name) => `"${name}"`);
  throw new FrameworkError(
    "bad-argument",
    `Cannot request "${options.url}": "${unknown}" is not an option it knows: use ${others.join(", ")} or "${names.at(-1)}"`,
  );
}

/** @param values also an object with iterable entries, such as `Headers` */
function texts(
  values: RequestOptions["headers"] | RequestOptions["query"] | null = {},
): Record<string, string> {
  const holdsEntries = values instanceof Headers || values instanceof URLSearchParams;
  const entries = holdsEntries ? [...values] : Object.entries(values ?? {});
  const given = entries.filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function readData({ bytes, status, rawHeaders, url }: HttpAnswer, type: ResponseType): unknown {
  if (type === ResponseType.Binary) return bytes;
  const text = decoderFor(rawHeaders["content-type"]?.at(-1)).decode(bytes);
  if (type === ResponseType.Text) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (status < 200 || status > 299) return text;
    if (text === "") return {};
    throw new FrameworkError(
      "bad-argument",
      `Cannot read the answer of "${url}": it must be JSON; for other data set responseType`,
      { cause },
    );
  }
}

function decoderFor(contentType: string | undefined): TextDecoder {
  const [, charset = "utf-8"] = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? "") ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
