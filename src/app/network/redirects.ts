import { checkFreeFiles, exhausted } from "../process/exhaustion.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { Route } from "./host-addresses.ts";
import { authorities } from "./authorities.ts";
import { proxyFor } from "./proxy.ts";
import { isStreamed, streamOf, type StreamedBody } from "./streamed-body.ts";

/** One request, ready to send. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | StreamedBody | null;
}

export interface RedirectRules {
  readonly signal: AbortSignal;
  /** `0`: a redirect is the answer. */
  readonly maxRedirections: number;
  /**
   * Called before each address is requested, including the first one; an error ends the request. It
   * may return the route by which the host must be reached.
   */
  readonly admit: (url: string) => Promise<Route | null>;
}

/** One request to one address. */
export interface SentHop extends Hop {
  /** `null`: the client resolves the name. */
  readonly route: Route | null;
  readonly signal: AbortSignal;
}

/** The part of an answer that following redirects needs. */
export interface HopAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/**
 * Follows the redirects of a request that Bun's `fetch` sends. The body comes as it was sent:
 * compressed, if it is.
 */
export function fetchFollowing(first: Hop, rules: RedirectRules): Promise<Followed<Response>> {
  // `fetch` joins headers of one name.
  const locationsOf = ({ headers }: Response) => [headers.get("location") ?? []].flat();
  return following(first, rules, sendByFetch, locationsOf);
}

export interface Followed<Answer> {
  /** The final address of the answer. */
  readonly url: string;
  readonly response: Answer;
}

/**
 * Sends a request and follows its redirects as a browser does, one address after the other.
 *
 * @param locationsOf the values of the header Location, each line by itself
 */
export async function following<Answer extends HopAnswer>(
  first: Hop,
  { signal, maxRedirections, admit }: RedirectRules,
  send: (hop: SentHop) => Promise<Answer>,
  locationsOf: (answer: Answer) => readonly string[],
): Promise<Followed<Answer>> {
  let { url, method, body } = first;
  const headers = new Headers(first.headers);
  for (let redirects = 0; ; redirects++) {
    const route = await admit(url);
    if (!hasRequested) checkFreeFiles();
    hasRequested = true;
    const response = await send({ url, method, headers, body, route, signal });
    const [location, ...others] = redirectStatuses.has(response.status)
      ? locationsOf(response).map(escapedBytes)
      : [];
    if (location === undefined || maxRedirections === 0) return { url, response };

    await response.body?.cancel();
    const fail = (reason: string) =>
      new FrameworkError("network", `Cannot request "${url}": ${reason}`);
    if (redirects === maxRedirections) throw fail(`it was redirected more than ${redirects} times`);
    if (others.some((other) => other !== location))
      throw fail(`it was redirected to ${others.length + 1} addresses, want one`);
    if (!URL.canParse(location, url))
      throw fail(`it was redirected to "${location}", which is no address`);
    const next = new URL(location, url);
    // The fragment of the first address is kept, as in a browser; it is not sent.
    if (next.origin !== new URL(url).origin) for (const name of secretHeaders) headers.delete(name);
    if (response.status === 303 ? method !== "HEAD" : method === "POST" && response.status < 303) {
      method = "GET";
      body = null;
      for (const name of bodyHeaders) headers.delete(name);
    }
    url = next.href;
  }
}

/** Headers come with a character for each byte; an address would encode each as UTF-8 once more. */
function escapedBytes(location: string): string {
  return location.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

async function sendByFetch({ url, route, ...hop }: SentHop): Promise<Response> {
  if (!fetchMethods.has(hop.method.toUpperCase()))
    throw new FrameworkError(
      "bad-argument",
      `Cannot request "${url}": Bun's fetch sends the method "${hop.method}" as GET; use another one`,
    );
  const tls = url.startsWith("https:") ? { tls: { ca: authorities() } } : {};
  const options = { ...hop, redirect: "manual", decompress: false, ...tls } as const;
  // `fetch` takes no addresses for a name, even if NO_PROXY excludes it.
  return route?.kind === "by address"
    ? await fetchAt(route.addresses, url, options)
    : await fetch(url, ready(options));
}

/** The methods that Bun's `fetch` knows. */
const fetchMethods: ReadonlySet<string> = new Set(
  (
    "GET POST PUT DELETE PATCH HEAD OPTIONS CONNECT TRACE ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY " +
    "MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE UNBIND UNLINK " +
    "UNLOCK UNSUBSCRIBE"
  ).split(" "),
);

type Options = Omit<BunFetchRequestInit, "body"> & Pick<Hop, "headers" | "body">;

/** Options for one `fetch`. */
function ready({ body, headers, ...options }: Options): BunFetchRequestInit {
  if (!isStreamed(body)) return { ...options, headers, body };
  const announced = new Headers(headers);
  // Old servers accept no body of unknown length.
  announced.set("content-length", String(body.length));
  return { ...options, headers: announced, body: streamOf(body) };
}

/** The first request of a process starts a thread. */
let hasRequested = false;

async function fetchAt(
  addresses: readonly string[],
  url: string,
  options: Options,
): Promise<Response> {
  const { host, hostname } = new URL(url);
  const headers = new Headers(options.headers);
  headers.set("host", host);
  // The certificate must match the name.
  const tls = { ...options.tls, serverName: hostname.replace(/\.$/, "") };
  for (const [at, address] of addresses.entries()) {
    const direct = new URL(url);
    direct.hostname = address.includes(":") ? `[${address}]` : address;
    try {
      return await fetch(direct, ready({ ...options, headers, tls }));
    } catch (error) {
      if (at === addresses.length - 1 || !notReached.has((error as { code?: unknown }).code))
        throw error;
    }
  }
  throw new Error(`Cannot request "${url}": its host has no address`);
}

const notReached: ReadonlySet<unknown> = new Set([
  "ConnectionRefused",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
]);

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** They describe the body. Source: the Fetch standard, "request-body-header name". */
const bodyHeaders = ["content-encoding", "content-language", "content-location", "content-type"];
/** These belong to the original server only. */
const secretHeaders = ["authorization", "cookie", "cookie2", "proxy-authorization"];

/** No connection was made. Of a request by a proxy only the proxy is looked up and connected to. */
const unreached: ReadonlySet<unknown> = new Set([
  ...notReached,
  "ENOTFOUND",
  "DNS_ENOTFOUND",
  "UnableToConnect",
]);

/** The reason why a request to `url` failed, phrased to follow `Cannot request "…":`. */
export function networkReason(error: unknown, url: string): string {
  const { code, message } = error as { code?: unknown; message?: string };
  const proxy = unreached.has(code) ? proxyFor(url) : null;
  if (proxy !== null) return `the proxy "${proxy}" of the environment cannot be reached`;
  const known: Readonly<Record<string, string>> = {
    ConnectionRefused: "the server refuses connections",
    ECONNREFUSED: "the server refuses connections",
    ConnectionClosed: "the server closed the connection",
    ECONNRESET: "the server closed the connection",
    FailedToOpenSocket: "the server was not found, or cannot be reached",
    ENOTFOUND: "there is no server of that name",
    DNS_ENOTFOUND: "there is no server of that name",
    UnableToConnect: "the server cannot be reached",
    DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is self-signed",
    CERT_HAS_EXPIRED: "the server's certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
  };
  return (
    (typeof code === "string" ? (known[code] ?? exhausted[code]) : undefined) ??
    message ??
    String(error)
  );
}
