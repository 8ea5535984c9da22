import { readFileSync } from "node:fs";
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join, readHead } from "./connections.ts";
import { Valve } from "./valve.ts";

// WebKit lets no app answer `https:`. So each view has a proxy of its own, which accepts the
// connections to the answered hosts, with an unsigned certificate that the view accepts. So pages
// really have such an address and origin, and the proxy identifies the view of a request. All other
// requests go on to their destination.

export interface ProxyOptions {
  readonly hosts: readonly string[];
  /** For `http:` elsewhere: the proxy behind this one. */
  readonly upstream: string | null;
  /** Not 0: requests wait. */
  readonly held: Int32Array;
  readonly receive: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

export interface Proxy {
  readonly address: string;
  readonly gate: Valve;
  close(): void;
}

const certificate = readFileSync(
  new URL("../../test/fixtures/untrusted-site.pem", import.meta.url),
  "utf8",
);

/** Opens the proxy of a view. */
export async function openProxy({ hosts, upstream, held, receive }: ProxyOptions): Promise<Proxy> {
  const gate = new Valve(held);
  const sockets = new Set<Socket>();
  const isHere = (host: string): boolean =>
    hosts.some((each) => (each.startsWith("*.") ? host.endsWith(each.slice(1)) : host === each));

  const answer = (scheme: string) => (request: IncomingMessage, response: ServerResponse) => {
    // A request through a proxy names all of its address, one through a tunnel the path alone.
    const path = request.url ?? "/";
    const host = withoutPort(request.headers.host ?? "", scheme);
    const url = path.startsWith("/") ? `${scheme}://${host}${path}` : path;
    request.url = url;
    const isOurs = isHere(new URL(url).hostname);
    gate.pass(
      request.headers["sec-fetch-dest"] === "document" ? url : null,
      () => void (isOurs ? receive(request, response) : passOn(request, response, upstream)),
      () => request.socket.destroy(),
    );
  };
  const plain = createHttpServer(answer("http"));
  const secure = createHttpsServer({ cert: certificate, key: certificate }, answer("https"));
  // An answer may take as long as it likes.
  for (const server of [plain, secure])
    server.requestTimeout = server.timeout = server.keepAliveTimeout = 0;
  const [plainPort, securePort] = await Promise.all([listening(plain), listening(secure)]);
  const here = (port: number): Socket => connect(port, "127.0.0.1");

  const take = (socket: Socket, head: string, rest: Uint8Array): void => {
    const [method = "", target = ""] = head.split(" ", 2);
    const whole = Buffer.concat([Buffer.from(head, "latin1"), rest]);
    if (method === "CONNECT") {
      const { host, port } = endOfTunnel(target);
      const isOurs = isHere(host) && (port === 443 || port === 80);
      const there = isOurs ? here(port === 443 ? securePort : plainPort) : connect(port, host);
      const opened = (): Uint8Array => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        return rest;
      };
      join(socket, there, isOurs ? null : gate, opened);
    } else if (/\r\nupgrade:/i.test(head)) {
      const { hostname, port } = new URL(upstream ?? target);
      join(socket, connect(Number(port || 80), withoutBrackets(hostname)), gate, () => whole);
    } else join(socket, here(plainPort), null, () => whole);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // "close" follows
    socket.on("close", () => sockets.delete(socket));
    void readHead(socket).then(
      ({ head, rest }) => take(socket, head, rest),
      () => socket.destroy(),
    );
  });
  return {
    address: `http://127.0.0.1:${await listening(server)}`,
    gate,
    close() {
      gate.drop();
      for (const each of [server, plain, secure]) each.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Asks whoever it was for, or the proxy behind this one. */
function passOn(request: IncomingMessage, response: ServerResponse, upstream: string | null): void {
  const url = new URL(request.url ?? "");
  const end = upstream === null ? url : new URL(upstream);
  const there = httpRequest({
    host: withoutBrackets(end.hostname),
    port: Number(end.port || 80),
    method: request.method ?? "GET",
    path: upstream === null ? url.pathname + url.search : url.href,
    headers: request.headers,
  });
  there.on("error", () => request.socket.destroy());
  response.on("close", () => there.destroy());
  there.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? "", answer.rawHeaders);
    answer.pipe(response);
  });
  request.pipe(there);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** `host:port`, as a tunnel is asked for. */
function endOfTunnel(target: string): { readonly host: string; readonly port: number } {
  const colon = target.lastIndexOf(":");
  return { host: withoutBrackets(target.slice(0, colon)), port: Number(target.slice(colon + 1)) };
}

/** An address of IPv6 as it is connected to. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

function withoutPort(host: string, scheme: string): string {
  return host.replace(scheme === "https" ? /:443$/ : /:80$/, "");
}
