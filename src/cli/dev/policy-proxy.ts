import {
  connect,
  createServer,
  type AddressInfo,
  type Server as Door,
  type Socket,
} from "node:net";
import type { Server } from "bun";
import type { PagePolicy } from "../../contract/page/csp.ts";
import type { System } from "../../contract/target.ts";
import { withoutProxy } from "./dev-server.ts";
import { connectionOwner } from "./listeners.ts";
import { PrivatePlace } from "./private-place.ts";
import { protectedPage } from "./protected-page.ts";
import { hostOf, shown } from "./server-address.ts";

// The front end's own development server does not know the app's policy. In development the engine
// uses this proxy, which adds the policy and the nonces to its pages. Their address stays
// unchanged, so hot reloading, cookies, and servers that check the origin see no difference.
//
// It listens on 127.0.0.1. On Linux it answers only this user's programs, because through the proxy
// of the environment another user would get the developer's access. A password in its address would
// not work: WebKitGTK 2.50 requests the proxy's own address when the proxy requires a password. On
// Windows the owners of connections are unknown, and the proxy leads to no address that its clients
// could not reach without it.

const longestHead = 64 * 1024;
const endOfHead = "\r\n\r\n";
// The headers that only concern the connection to a proxy.
const ownHeaders = ["connection", "keep-alive", "proxy-connection", "proxy-authorization"];

/** The reason why the pages of a server cannot get the policy; `null`: they can. */
export function noPolicyReason(address: string, system: System): string | null {
  // Its views support a proxy from macOS 14 on, through a library that is not called here.
  if (system === "macos") return "on macOS the engine asks the server by itself";
  return new URL(address).protocol === "http:" ? null : "with http it would";
}

export interface PolicyProxyOptions {
  /** The development server's. */
  readonly address: string;
  /** A folder that only this user can enter; `null`: there are no sockets in folders. */
  readonly socketFolder: string | null;
  /** `null`: pages are sent unchanged. */
  readonly policy: PagePolicy | null;
  /** The server's address, at each request; `null`: another user's has replaced it. */
  readonly serverHost: () => string | null;
  /** The system of this machine. */
  readonly system: System;
}

export class PolicyProxy implements AsyncDisposable {
  readonly #origin: string;
  readonly #policy: PagePolicy | null;
  readonly #serverHost: () => string | null;
  readonly #knowsOwners: boolean;
  readonly #place: PrivatePlace;
  readonly #back: Server<undefined>;
  readonly #door: Door;
  readonly #open = new Set<Socket>();

  private constructor({ address, socketFolder, policy, serverHost, system }: PolicyProxyOptions) {
    this.#origin = new URL(address).origin;
    this.#policy = policy;
    this.#serverHost = serverHost;
    this.#knowsOwners = system === "linux";
    this.#place = new PrivatePlace(socketFolder, "proxy");
    this.#back = this.#place.serve((where) =>
      Bun.serve({
        ...where,
        development: false,
        fetch: (request, server) => {
          // An answer may be a stream of events.
          server.timeout(request, 0);
          return this.#forward(request);
        },
      }),
    );
    this.#door = createServer((socket) => this.#enter(socket));
  }

  static async start(options: PolicyProxyOptions): Promise<PolicyProxy> {
    const proxy = new PolicyProxy(options);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    proxy.#door.once("error", reject).listen(0, "127.0.0.1", resolve);
    await promise;
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get #port(): number {
    return (this.#door.address() as AddressInfo).port;
  }

  /** A request goes to the HTTP server behind it; a web socket's directly to its destination. */
  #enter(socket: Socket): void {
    if (this.#knowsOwners && connectionOwner(socket) !== process.getuid?.())
      return void socket.destroy();
    this.#hold(socket);
    let head = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      if (!head.includes(endOfHead)) {
        if (head.length > longestHead) socket.destroy();
        return;
      }
      socket.off("data", read);
      socket.pause();
      // In the form for proxies: with the absolute address.
      const [line = "", target = ""] = /^GET (ws:\S+)/.exec(head.toString("latin1")) ?? [];
      const url = URL.parse(target);
      if (url === null) return this.#join(socket, connect(this.#place.connection), head);
      const rest = Buffer.concat([
        Buffer.from(`GET ${url.pathname}${url.search}`, "latin1"),
        head.subarray(line.length),
      ]);
      const isOfServer = url.origin.replace(/^ws:/, "http:") === this.#origin;
      const host = isOfServer ? this.#serverHost() : hostOf(url.href);
      if (host === null) return void socket.destroy();
      this.#join(socket, connect(Number(url.port || 80), host), rest);
    };
    socket.on("data", read);
  }

  #join(front: Socket, back: Socket, head: Buffer): void {
    this.#hold(back);
    back.once("connect", () => {
      back.write(head);
      front.pipe(back);
      back.pipe(front);
    });
    front.once("close", () => back.destroy());
    back.once("close", () => front.destroy());
  }

  #hold(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => {}); // "close" follows.
    socket.once("close", () => this.#open.delete(socket));
  }

  async #forward(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // A page that got here by a name for 127.0.0.1 would make it request itself endlessly.
    if (Number(url.port) === this.#port) return new Response("This is a proxy\n", { status: 403 });
    const isOfServer = url.origin === this.#origin;
    const host = isOfServer ? this.#serverHost() : hostOf(url.href);
    if (host === null)
      return new Response(`Cannot ask "${url.origin}": it is another user's\n`, { status: 502 });
    const headers = new Headers(request.headers);
    for (const name of ownHeaders) headers.delete(name);
    // The server receives the host name of the original request.
    headers.set("host", url.host);
    const asked = new URL(url);
    asked.hostname = shown(host);
    if (isOfServer && headers.get("accept")?.includes("text/html") === true)
      headers.set("accept-encoding", "identity");
    try {
      const ask = (): Promise<Response> =>
        fetch(asked, {
          method: request.method,
          headers,
          body: request.body,
          redirect: "manual",
          decompress: false,
          signal: request.signal,
        });
      const response = await (isOfServer || !this.#knowsOwners ? withoutProxy(ask) : ask());
      return isOfServer && this.#policy !== null
        ? await protectedPage(response, this.#policy)
        : response;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return new Response(`Cannot reach "${url.origin}": ${reason}\n`, { status: 502 });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#door.close();
    for (const socket of this.#open) socket.destroy();
    await this.#back.stop(true);
    this.#place[Symbol.dispose]();
  }
}
