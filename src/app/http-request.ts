import { connect } from "node:net";
import { FrameworkError } from "../contract/errors.ts";
import type { HttpAnswer, HttpVerb } from "../contract/http.ts";
import { fetchFollowing, networkReason } from "./redirects.ts";
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
    const { maxRedirections, connectTimeout } = outgoing;
    const admit = async (next: string): Promise<void> => {
      url = next;
      const decision = scope.decide(url);
      if (!decision.allowed) throw fail("out-of-scope", decision.reason);
      if (connectTimeout !== null) await reach(new URL(url), connectTimeout, signal);
    };
    const { response } = await fetchFollowing(outgoing, { signal, maxRedirections, admit });
    return await answer(url, response);
  } catch (error) {
    if (error instanceof FrameworkError) throw error;
    if (page.aborted) throw fail("closed", "the page went away", error);
    if (timeout.signal.aborted) throw fail("timed-out", `it took longer than ${outgoing.timeout} ms`, error);
    throw fail("network", networkReason(error), error);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

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
