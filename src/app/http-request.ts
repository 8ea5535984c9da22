import { connect } from "node:net";
import { FrameworkError } from "../contract/errors.ts";
import type { HttpAnswer, HttpVerb } from "../contract/http.ts";
import type { HttpScope } from "./scope/http.ts";

/** A request that is ready to be sent. Times are milliseconds; `null`: as long as it takes. */
export interface Outgoing {
  readonly method: HttpVerb;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData | null;
  readonly timeout: number | null;
  readonly connectTimeout: number | null;
  readonly maxRedirections: number;
}

// The scope decides about the host of the address, so no other may be named; and the length of a body is what
// tells a server where the next request begins.
const ownHeaders = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
]);

/** @throws FrameworkError `bad-argument` for a header that a page may not set, or that cannot be sent */
export function checkHeaders(given: Readonly<Record<string, string>>, url: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    const fail = (reason: string): never => {
      throw new FrameworkError("bad-argument", `Cannot request "${url}": the header "${name}" ${reason}`);
    };
    if (ownHeaders.has(name.toLowerCase())) fail("is set by the framework");
    try {
      headers.append(name, value);
    } catch {
      fail("must be plain text without line breaks");
    }
  }
  return headers;
}

/**
 * Sends a request, follows its redirects, and reads the whole answer.
 *
 * @throws FrameworkError `out-of-scope`, `timed-out`, `network`, or `closed` when the page went away
 */
export async function send(outgoing: Outgoing, scope: HttpScope, page: AbortSignal): Promise<HttpAnswer> {
  const timeout = new AbortController();
  const timer = outgoing.timeout === null ? null : setTimeout(() => timeout.abort(), outgoing.timeout);
  const signal = AbortSignal.any([page, timeout.signal]);
  let { url } = outgoing;
  const fail = (code: FrameworkError["code"], reason: string, cause?: unknown) =>
    new FrameworkError(code, `Cannot request "${url}": ${reason}`, { cause });
  try {
    let { method, body } = outgoing;
    const headers = new Headers(outgoing.headers);
    for (let redirects = 0; ; redirects++) {
      const decision = scope.decide(url);
      if (!decision.allowed) throw fail("out-of-scope", decision.reason);
      if (outgoing.connectTimeout !== null) await reach(new URL(url), outgoing.connectTimeout, signal);
      const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
      const location = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
      if (location === null || outgoing.maxRedirections === 0) return await answer(url, response);

      await response.body?.cancel();
      if (redirects === outgoing.maxRedirections)
        throw fail("network", `it was redirected more than ${redirects} times`);
      if (!URL.canParse(location, url))
        throw fail("network", `it was redirected to "${location}", which is no address`);
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
  } catch (error) {
    if (error instanceof FrameworkError) throw error;
    if (page.aborted) throw fail("closed", "the page went away", error);
    if (timeout.signal.aborted) throw fail("timed-out", `it took longer than ${outgoing.timeout} ms`, error);
    throw fail("network", networkReason(error), error);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** They are for the server they were given for. */
const secretHeaders = ["authorization", "cookie", "cookie2", "proxy-authorization"];

async function answer(url: string, response: Response): Promise<HttpAnswer> {
  const rawHeaders: Record<string, string[]> = {};
  // Cookies are the one header whose values must not be joined.
  response.headers.forEach((value, name) => {
    rawHeaders[name] = name === "set-cookie" ? response.headers.getSetCookie() : [value];
  });
  return { url, status: response.status, rawHeaders, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/**
 * Finds out whether the server can be reached in time. `fetch` has no time-out for that step alone, so this
 * makes a connection of its own and closes it again.
 */
async function reach(url: URL, timeout: number, signal: AbortSignal): Promise<void> {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port });
  const timer = setTimeout(() => {
    reject(
      new FrameworkError(
        "timed-out",
        `Cannot request "${url.href}": the server was not reached within ${timeout} ms`,
      ),
    );
  }, timeout);
  const aborted = () => reject(signal.reason as Error);
  socket.once("connect", () => resolve());
  socket.once("error", reject);
  signal.addEventListener("abort", aborted, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    socket.destroy();
  }
}

function networkReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  const known: Readonly<Record<string, string>> = {
    ConnectionRefused: "the server refuses connections",
    ECONNREFUSED: "the server refuses connections",
    ConnectionClosed: "the server closed the connection",
    ECONNRESET: "the server closed the connection",
    FailedToOpenSocket: "the server was not found, or cannot be reached",
    ENOTFOUND: "there is no server of that name",
    UnableToConnect: "the server cannot be reached",
    DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is signed by nobody but itself",
    CERT_HAS_EXPIRED: "the server's certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
  };
  return (typeof code === "string" ? known[code] : undefined) ?? message ?? String(error);
}
