import { checkFreeFiles, exhausted } from "../process/exhaustion.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { authorities } from "./authorities.ts";
import { isStreamed, streamOf, type StreamedBody } from "./streamed-body.ts";

/** One request, ready to be sent. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | URLSearchParams | StreamedBody | null;
}

export interface RedirectRules {
  readonly signal: AbortSignal;
  /** `0`: a redirect is the answer. */
  readonly maxRedirections: number;
  /**
   * Asked before each address is requested, the first one, too; what it throws ends the request. It
   * may give the IP addresses that the host must be reached at, in the order in which they are
   * tried.
   */
  readonly admit: (url: string) => Promise<readonly string[] | null>;
}

/**
 * Sends a request and follows its redirects as a browser does, one address after the other. The
 * body comes as it was sent: packed, when it is.
 * @returns the answer, and the address it came from
 */
export async function fetchFollowing(
  first: Hop,
  { signal, maxRedirections, admit }: RedirectRules,
): Promise<{ readonly url: string; readonly response: Response }> {
  let { url, method, body } = first;
  const headers = new Headers(first.headers);
  for (let redirects = 0; ; redirects++) {
    const addresses = await admit(url);
    if (!hasRequested) checkFreeFiles();
    hasRequested = true;
    const tls = url.startsWith("https:") ? { tls: { ca: authorities() } } : {};
    const options = {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
      decompress: false,
      ...tls,
    } as const;
    const response =
      addresses === null
        ? await fetch(url, ready(options))
        : await fetchAt(addresses, url, options);
    const location = redirectStatuses.has(response.status)
      ? response.headers.get("location")
      : null;
    if (location === null || maxRedirections === 0) return { url, response };

    await response.body?.cancel();
    const fail = (reason: string) =>
      new FrameworkError("network", `Cannot request "${url}": ${reason}`);
    if (redirects === maxRedirections) throw fail(`it was redirected more than ${redirects} times`);
    if (!URL.canParse(location, url))
      throw fail(`it was redirected to "${location}", which is no address`);
    const next = new URL(location, url);
    // A fragment of the first address stays, as in a browser; it is not sent.
    if (next.origin !== new URL(url).origin) for (const name of secretHeaders) headers.delete(name);
    if (response.status === 303 ? method !== "HEAD" : method === "POST" && response.status < 303) {
      method = "GET";
      body = null;
      headers.delete("content-type");
    }
    url = next.href;
  }
}

type Options = Omit<BunFetchRequestInit, "body"> & Pick<Hop, "headers" | "body">;

/** Options as `fetch` takes them, once. */
function ready({ body, headers, ...options }: Options): BunFetchRequestInit {
  if (!isStreamed(body)) return { ...options, headers, body };
  const announced = new Headers(headers);
  // Servers of old take no body of an unknown length.
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
  // The certificate must be one for the name.
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
/** They are for the server they were given for. */
const secretHeaders = ["authorization", "cookie", "cookie2", "proxy-authorization"];

/** Why `fetch` failed, in words that follow `Cannot request "…":`. */
export function networkReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  const known: Readonly<Record<string, string>> = {
    ConnectionRefused: "the server refuses connections",
    ECONNREFUSED: "the server refuses connections",
    ConnectionClosed: "the server closed the connection",
    ECONNRESET: "the server closed the connection",
    FailedToOpenSocket: "the server was not found, or cannot be reached",
    ENOTFOUND: "there is no server of that name",
    DNS_ENOTFOUND: "there is no server of that name",
    UnableToConnect: "the server cannot be reached",
    DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is signed by nobody but itself",
    CERT_HAS_EXPIRED: "the server's certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
  };
  return (
    (typeof code === "string" ? (known[code] ?? exhausted[code]) : undefined) ??
    message ??
    String(error)
  );
}
