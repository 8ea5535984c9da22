import { FrameworkError } from "../../contract/errors.ts";
import type { HttpAnswer } from "../../contract/commands/http.ts";
import { limits } from "../../contract/limits.ts";
import { admitAddress } from "./admission.ts";
import type { Route } from "./host-addresses.ts";
import { acceptedEncodings, readBody, TooLong } from "./http-body.ts";
import { sendByNode, TimeLimitReached, type NodeAnswer } from "./node-request.ts";
import { hasProxy } from "./proxy.ts";
import { following, networkReason, type Hop } from "./redirects.ts";
import type { ReplyBudget } from "../calls/reply-budget.ts";
import type { HttpScope } from "../scope/network/http.ts";

/** A request that is ready to send. Times are milliseconds; `null`: no limit. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Hop["body"];
  readonly timeout: number | null;
  readonly connectTimeout: number | null;
  readonly maxRedirections: number;
  /** The maximum decompressed size of the answer, in bytes. */
  readonly maxBytes: number;
}

// The scope decides about the host of the address, so no other host may be named; and the length of
// a body tells a server where the next request begins.
const ownHeaders = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
]);

/**
 * @throws FrameworkError `bad-argument` for too many headers, one that pages may not set, and an
 * invalid one
 */
export function checkHeaders(given: Readonly<Record<string, string>>, url: string): Headers {
  const headers = new Headers();
  const entries = Object.entries(given);
  const { most } = limits.httpHeaders;
  if (entries.length > most)
    throw new FrameworkError(
      "bad-argument",
      `Cannot request "${url}": it has ${entries.length} headers, want at most ${most}`,
    );
  for (const [name, value] of entries) {
    const fail = (reason: string): never => {
      throw new FrameworkError(
        "bad-argument",
        `Cannot request "${url}": the header "${name}" ${reason}`,
      );
    };
    if (ownHeaders.has(name.toLowerCase())) fail("is set by the framework");
    try {
      headers.append(name, value);
    } catch {
      fail("must be plain text without line breaks");
    }
  }
  if (!headers.has("accept-encoding")) headers.set("accept-encoding", acceptedEncodings);
  return headers;
}

/** The circumstances of a request. */
export interface Sending {
  readonly scope: Pick<HttpScope, "decide">;
  /** Aborted when the page closes, or cancels the request. */
  readonly page: AbortSignal;
  /** Waits until this request may be sent; the result is held while it is. */
  readonly begin: (signal: AbortSignal) => Promise<Disposable>;
  /** `null`: unlimited. */
  readonly room: ReplyBudget | null;
}

/**
 * Sends a request, follows its redirects, and reads the whole answer.
 *
 * @throws FrameworkError `out-of-scope`, `timed-out`, `too-long`, `network`, or `closed` when the
 * page closed
 */
export async function send(
  outgoing: Outgoing,
  { scope, page, begin, room }: Sending,
): Promise<HttpAnswer> {
  const timeout = new AbortController();
  const timer =
    outgoing.timeout === null ? null : setTimeout(() => timeout.abort(), outgoing.timeout);
  const evicted = new AbortController();
  const signal = AbortSignal.any([page, timeout.signal, evicted.signal]);
  let { url } = outgoing;
  const fail = (code: FrameworkError["code"], reason: string, cause?: unknown) =>
    new FrameworkError(code, `Cannot request "${url}": ${reason}`, { cause });
  try {
    using _ = await begin(signal);
    const { maxRedirections, connectTimeout } = outgoing;
    const admit = async (next: string): Promise<Route | null> => {
      url = next;
      if (isShownByProxy(outgoing.method, url))
        throw fail("bad-argument", "the answer to TRACE would show what only a proxy gets");
      return await admitAddress(url, scope, signal);
    };
    const { response } = await following(
      outgoing,
      { signal, maxRedirections, admit },
      (hop) => sendByNode(hop, connectTimeout),
      ({ rawHeaders }) => rawHeaders["location"] ?? [],
    );
    if (room !== null) {
      room.signal = signal;
      room.evict = () => evicted.abort();
    }
    return await answer(url, response, outgoing.maxBytes, room);
  } catch (error) {
    if (error instanceof FrameworkError) throw error;
    if (page.aborted) throw fail("closed", "the page went away", error);
    if (evicted.signal.aborted)
      throw fail(
        "too-long",
        "its answer has stalled, and others need the room that it takes",
        error,
      );
    if (timeout.signal.aborted)
      throw fail("timed-out", `it took longer than ${outgoing.timeout} ms`, error);
    if (error instanceof TimeLimitReached) throw fail("timed-out", error.message, error);
    if (error instanceof TooLong)
      throw fail(
        "too-long",
        `the answer has more than ${outgoing.maxBytes} bytes; set maxBytes to take more`,
      );
    throw fail("network", networkReason(error, url), error);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/**
 * Whether a proxy of the environment may answer with its own password: the answer to TRACE is the
 * request. Through a proxy, `https` is a tunnel. Source: RFC 9110, 9.3.8
 */
function isShownByProxy(method: string, url: string): boolean {
  return method.toUpperCase() === "TRACE" && /^http:/i.test(url) && hasProxy("http:");
}

async function answer(
  url: string,
  response: NodeAnswer,
  maxBytes: number,
  room: ReplyBudget | null,
): Promise<HttpAnswer> {
  const { status, rawHeaders } = response;
  return { url, status, rawHeaders, bytes: await readBody(response, maxBytes, room) };
}
