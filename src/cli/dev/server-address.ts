import { connect, createServer, type Server, type Socket } from "node:net";
import type { System } from "../../contract/target.ts";
import { UserError } from "../terminal.ts";
import { findListeners, listenerAt, type Listener } from "./listeners.ts";

// `localhost` is two addresses, 127.0.0.1 and ::1, and the engine asks either. A server listens on one of them as a
// rule, and on the other one any user of the machine may: their page would have the app's powers. So when the server
// answers, the session takes the other address for itself and hands on to the server what comes there.

const loopbacks = ["127.0.0.1", "::1"];

/** How often owners are looked at: the server may end, and another user's take its place. */
const pause = 500;

export interface ServerAddressOptions {
  /** `build.devPath`. */
  readonly address: string;
  readonly system: System;
  /** The server is another user's by now. */
  readonly lost: (error: UserError) => void;
}

/** The address of the front end's server, as long as a session asks it. */
export class ServerAddress implements AsyncDisposable {
  readonly #open = new Set<Socket>();
  readonly #servers: Server[] = [];
  #timer: NodeJS.Timeout | null = null;

  /**
   * Settles which server is meant, once one answers.
   * @throws UserError when it is another user's, or there are two
   */
  static async settle({ address, system, lost }: ServerAddressOptions): Promise<ServerAddress> {
    const server = new ServerAddress();
    const { port } = addressParts(address);
    const candidates = loopbacksOf(address);
    const answering = await answeringOf(address);
    const problem = serverProblem(address, answering, findListeners(port, system, true), system);
    if (problem !== null) throw new UserError(problem);
    const [pinned] = answering;
    if (pinned === undefined) return server;
    try {
      for (const other of candidates)
        if (!answering.includes(other)) await server.#hold(address, { other, pinned, port });
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    if (system === "linux")
      server.#timer = setInterval(() => {
        const told = serverProblem(address, answering, findListeners(port, system, false), system);
        if (told !== null) lost(new UserError(told));
      }, pause).unref();
    return server;
  }

  /** Takes an address at which nothing answers. */
  async #hold(
    address: string,
    { other, pinned, port }: { readonly other: string; readonly pinned: string; readonly port: number },
  ): Promise<void> {
    const server = createServer((front) => {
      const back = connect(port, pinned);
      for (const [one, counterpart] of [
        [front, back],
        [back, front],
      ] as const) {
        this.#open.add(one);
        one.on("error", () => {}); // "close" follows.
        one.once("close", () => {
          this.#open.delete(one);
          counterpart.destroy();
        });
        one.pipe(counterpart);
      }
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject).listen({ host: other, port, ipv6Only: true }, resolve);
    try {
      await promise;
      this.#servers.push(server);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
        throw new UserError(
          `Cannot use build.devPath "${address}": another program has taken ${shown(other)}:${port}, which is localhost, ` +
            `too; end it, or write "${withHost(address, pinned)}"`,
          { cause: error },
        );
      // There is no IPv6 here, or nobody but the system may listen on such a port.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const socket of this.#open) socket.destroy();
    await Promise.all(
      this.#servers.map((server) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        server.close(() => resolve());
        return promise;
      }),
    );
  }
}

/** At which addresses of this machine something answers. None for other machines. */
export async function answeringOf(address: string): Promise<string[]> {
  const { port } = addressParts(address);
  const tried = await Promise.all(
    loopbacksOf(address).map(async (one) => ((await takesConnections(one, port)) ? [one] : [])),
  );
  return tried.flat();
}

/**
 * Why the app may not show what answers; `null`: it may.
 * @param answering of the two that `localhost` is
 */
export function serverProblem(
  address: string,
  answering: readonly string[],
  listeners: readonly Listener[],
  system: System,
): string | null {
  // There lsof shows this user's sockets alone: another one is not among them.
  const unseen = (): Listener | null =>
    system === "macos" && listeners.length > 0
      ? { address: "", owner: "unknown", isForeign: true, processes: [] }
      : null;
  const found = answering.map((one) => [one, listenerAt(one, listeners) ?? unseen()] as const);
  const name = ([one, listener]: (typeof found)[number]): string => {
    const by = listener?.processes[0] === undefined ? [] : [`process ${listener.processes[0]}`];
    const whose = listener?.owner == null ? [] : [`user ${listener.owner}`];
    const facts = [...by, ...whose].join(", ");
    return `${shown(one)}:${addressParts(address).port}${facts === "" ? "" : ` (${facts})`}`;
  };
  const [first, second] = found;
  if (first === undefined) return null;
  const foreign = found.find(([, listener]) => listener?.isForeign === true);
  if (second !== undefined && (foreign !== undefined || areApart(first[1], second[1])))
    return (
      `Cannot use build.devPath "${address}": two servers answer there, ${name(first)} and ${name(second)}, and the ` +
      `page of either would have the app's powers; end the one that is not the app's, or write its address, such as ` +
      `"${withHost(address, first[0])}"`
    );
  if (foreign === undefined) return null;
  return (
    `Cannot use build.devPath "${address}": the server at ${name(foreign)} belongs to another user, whose page would ` +
    "have the app's powers; run the server as yourself, or give it and build.devPath another port"
  );
}

/** Whether two sockets are surely those of two programs. */
function areApart(one: Listener | null, other: Listener | null): boolean {
  if (one === null || other === null || one === other) return false;
  if (one.processes.length === 0 || other.processes.length === 0) return false;
  return !one.processes.some((process) => other.processes.includes(process));
}

function loopbacksOf(address: string): readonly string[] {
  const { host } = addressParts(address);
  if (/^(?:.+\.)?localhost\.?$/i.test(host)) return loopbacks;
  if (host === "0.0.0.0") return ["127.0.0.1"];
  if (host === "::") return ["::1"];
  return /^127(?:\.\d+){3}$|^::1$/.test(host) ? [host] : [];
}

function addressParts(address: string): { readonly host: string; readonly port: number } {
  const { protocol, port, hostname } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (protocol === "https:" ? 443 : 80)),
  };
}

/** Whether the port is taken. What has it may need long for its first page, or speak something else. */
export async function takesConnections(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 1000 });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true));
  for (const name of ["error", "timeout"]) socket.once(name, () => resolve(false));
  const isTaken = await promise;
  socket.destroy();
  return isTaken;
}

function withHost(address: string, host: string): string {
  const url = new URL(address);
  url.hostname = shown(host);
  return url.href;
}

function shown(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
