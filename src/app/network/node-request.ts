import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { LookupFunction } from "node:net";
import { isAddress } from "../scope/network/internal-address.ts";
import { authorities } from "./authorities.ts";
import type { HopAnswer, SentHop } from "./redirects.ts";
import { isStreamed, streamedBytes, type StreamedBody } from "./streamed-body.ts";
import { limits } from "../../contract/limits.ts";

/** The part of an answer before its body. */
export interface NodeAnswer extends HopAnswer {
  /** Names are lower case; the values of each are in the order in which the server sent them. */
  readonly rawHeaders: Record<string, string[]>;
}

/** A time limit that ended a request. */
export class TimeLimitReached extends Error {
  override readonly name = "TimeLimitReached";
}

const longestSilence = 5 * 60_000;

/**
 * Sends one request by Node's client, which supports any method, a body with each of them, and
 * keeps repeated headers apart. Bun's `fetch` does none of this: it sends an unknown method as GET,
 * refuses a body for GET, and joins headers of one name.
 *
 * @param connectTimeout milliseconds for connecting to the server, the TLS handshake included;
 * `null`: no limit
 * @param silence milliseconds after which a silent server is given up
 * @throws TimeLimitReached, the signal's reason, or the error of the socket
 */
export async function sendByNode(
  hop: SentHop,
  connectTimeout: number | null,
  silence = longestSilence,
): Promise<NodeAnswer> {
  const late = new AbortController();
  const timer =
    connectTimeout === null
      ? null
      : setTimeout(
          () =>
            late.abort(
              new TimeLimitReached(`the server was not reached within ${connectTimeout} ms`),
            ),
          connectTimeout,
        );
  const isConnected = () => timer !== null && clearTimeout(timer);
  const destinations = destinationsOf(hop);
  try {
    for (const [at, destination] of destinations.entries()) {
      try {
        return await sendTo(destination, hop, { late: late.signal, isConnected, silence });
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (at === destinations.length - 1 || !notReached.has(code)) throw error;
      }
    }
    throw new Error(`Cannot request "${hop.url}": its host has no address`);
  } finally {
    isConnected();
  }
}

/** Nothing was sent, so another address of the host may be tried. */
const notReached: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

interface TimeLimits {
  /** Aborted when connecting took too long. */
  readonly late: AbortSignal;
  readonly isConnected: () => void;
  /** Milliseconds. */
  readonly silence: number;
}

type Destination = Pick<RequestOptions, "host" | "lookup">;

function destinationsOf({ url, route }: SentHop): readonly Destination[] {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (route === null) return [{ host: name }];
  const { kind, addresses } = route;
  if (kind === "by address") return addresses.map((host) => ({ host }));
  // The agent decides between the proxy, which gets the name, and a direct connection, which gets
  // the judged address: resolving the name again might give another one.
  const lookups = addresses.length === 0 ? [notFound] : addresses.map(lookupOf);
  return lookups.map((lookup) => ({ host: name, lookup }));
}

function lookupOf(address: string): LookupFunction {
  const family = address.includes(":") ? 6 : 4;
  return (_, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
}

const notFound: LookupFunction = (name, _, done) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" }), "");

async function sendTo(
  destination: Destination,
  hop: SentHop,
  { late, isConnected, silence }: TimeLimits,
): Promise<NodeAnswer> {
  const { signal } = hop;
  for (;;) {
    const request = begin(destination, hop);
    const answer = Promise.withResolvers<IncomingMessage>();
    const fail = (error: Error) => {
      // `destroy` emits no error if the connection was taken over by another protocol.
      answer.reject(error);
      request.destroy(error);
    };
    const stop = () => fail(signal.reason as Error);
    const tooLate = () => fail(late.reason as Error);
    const connected = () => {
      isConnected();
      late.removeEventListener("abort", tooLate);
    };
    request.once("socket", (socket) => {
      // Of TLS sockets only. A server that says nothing in the handshake is not reached.
      const { secureConnecting } = socket as { secureConnecting?: boolean };
      // A socket kept from an earlier request, or through a proxy, is connected already.
      if (!socket.connecting && secureConnecting !== true) connected();
      else socket.once(secureConnecting === undefined ? "connect" : "secureConnect", connected);
    });
    let response: IncomingMessage | null = null;
    request.once("response", (begun) => {
      // Without the header Upgrade, the switch is reported as an answer.
      if (begun.statusCode === 101) return fail(new Error(switched));
      answer.resolve((response = begun));
    });
    request.once("connect", (tunnel, socket) => {
      socket.destroy();
      answer.resolve(tunnel);
    });
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      fail(new Error(switched));
    });
    // The listener stays: a request may fail again after its answer has begun, which the answer
    // reports, too.
    request.on("error", answer.reject);
    let silent: TimeLimitReached | null = null;
    request.on("timeout", () => {
      // Unread data makes the server pause.
      if ((response?.readableLength ?? 0) > 0) return void request.setTimeout(silence);
      silent = new TimeLimitReached(`the server has been silent for ${silence / 1000} seconds`);
      fail(silent);
    });
    request.setTimeout(silence);
    signal.addEventListener("abort", stop, { once: true });
    late.addEventListener("abort", tooLate, { once: true });
    request.once("close", () => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
    else send(request, hop.body);
    try {
      return read(request, await answer.promise, () => silent);
    } catch (error) {
      if (!isStale(request, hop.method, error)) throw error;
    }
  }
}

const switched = "the server switched to another protocol, want an HTTP answer";

/** The server closed a kept connection before the request arrived. */
function isStale(request: ClientRequest, method: string, error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return request.reusedSocket && code === "ECONNRESET" && repeatable.has(method);
}

/** Idempotent methods. Source: RFC 9110, section 9.2.2. */
const repeatable: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "PUT",
  "DELETE",
  "TRACE",
]);

function begin(destination: Destination, { url, method, headers, body }: SentHop): ClientRequest {
  const { protocol, hostname, port, pathname, search, host: named } = new URL(url);
  const { http, https } = agents()[destination.lookup === undefined ? "plain" : "judged"];
  const sent: Record<string, string> = {
    ...defaultHeaders,
    ...Object.fromEntries(headers),
    host: named,
  };
  if (body !== null) sent["content-length"] = String(asStream(body).length);
  const options: RequestOptions = {
    ...destination,
    port: port === "" ? null : Number(port),
    method,
    path: pathname + search,
    headers: sent,
    maxHeaderSize: limits.httpAnswerHeaders.most,
  };
  // Not imported: see `test/project/start-modules.test.ts`.
  const request =
    protocol === "https:"
      ? process
          .getBuiltinModule("node:https")
          // The certificate must match the name, whatever its address.
          .request({ ...options, agent: https, servername: serverName(hostname) })
      : process.getBuiltinModule("node:http").request({ ...options, agent: http });
  // Otherwise excess headers would be dropped silently; their bytes are limited.
  request.maxHeadersCount = 0;
  return request;
}

/** As Bun's `fetch` sends them: some servers refuse requests without a user agent. */
const defaultHeaders = { accept: "*/*", "user-agent": `Bun/${Bun.version}` };

/** An IP address is no name. */
function serverName(hostname: string): string {
  return isAddress(hostname) ? "" : hostname.replace(/\.$/, "");
}

type Body = NonNullable<SentHop["body"]>;

function asStream(body: Body): StreamedBody {
  return isStreamed(body) ? body : streamedBytes(Buffer.from(body));
}

function send(request: ClientRequest, body: Body | null): void {
  if (body === null) return void request.end();
  const { pipeline, Readable } = process.getBuiltinModule("node:stream");
  // An error of the body becomes the error of the request.
  pipeline(Readable.from(asStream(body).open()), request, () => {});
}

function read(
  request: ClientRequest,
  response: IncomingMessage,
  silent: () => TimeLimitReached | null,
): NodeAnswer {
  const rawHeaders = response.headersDistinct as Record<string, string[]>;
  const headers = new Headers();
  for (const [name, values] of Object.entries(rawHeaders))
    for (const value of values) headers.append(name, value);
  // An answer that is not read to its end may fail without a listener.
  response.on("error", () => {});
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of response) yield piece as Uint8Array;
    } catch (error) {
      throw silent() ?? error;
    } finally {
      // A server that has answered need not read the rest of the request.
      if (!request.writableFinished) request.destroy();
    }
  };
  const cancel = async () => void response.destroy();
  return {
    status: response.statusCode as number,
    headers,
    rawHeaders,
    body: Object.assign(pieces(), { cancel }),
  };
}

interface Agents {
  readonly http: Agent;
  readonly https: Agent;
}

/**
 * Agents keep connections by name, so those to judged addresses are apart: one to another address
 * of the name must not be reused in their place.
 */
interface AllAgents {
  readonly plain: Agents;
  readonly judged: Agents;
}

let made: { readonly proxies: string; readonly agents: AllAgents } | null = null;

const proxyNames = ["http_proxy", "https_proxy", "no_proxy"].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

/** Node's agents connect directly, without a word, if a proxy has no scheme, as `proxy:3128`. */
function withScheme(proxy: string): string {
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** Connections that are kept between requests. An app that changes its proxy gets new ones. */
function agents(): AllAgents {
  const proxyEnv = Object.fromEntries(
    proxyNames.flatMap((name) => {
      const value = process.env[name] ?? "";
      return value === "" ? [] : [[name, /^no_/i.test(name) ? value : withScheme(value)]];
    }),
  );
  const proxies = JSON.stringify(proxyEnv);
  if (made?.proxies === proxies) return made.agents;
  for (const [name, value] of Object.entries(proxyEnv))
    if (!/^no_/i.test(name) && !/^https?:/i.test(value))
      process.stderr.write(
        `framework: ${name} is not used: "${value}" must begin with http:// or https://\n`,
      );
  const both = { keepAlive: true, proxyEnv };
  const secureContext = process
    .getBuiltinModule("node:tls")
    .createSecureContext({ ca: authorities() });
  for (const { http, https } of Object.values<Agents>({ ...made?.agents })) {
    http.destroy();
    https.destroy();
  }
  const make = (): Agents => ({
    http: new (process.getBuiltinModule("node:http").Agent)(both),
    https: new (process.getBuiltinModule("node:https").Agent)({ ...both, secureContext }),
  });
  const agents: AllAgents = { plain: make(), judged: make() };
  made = { proxies, agents };
  return agents;
}
