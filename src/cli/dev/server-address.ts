import { connect } from "node:net";
import type { System } from "../../contract/target.ts";
import { UserError } from "../terminal.ts";
import { findListeners, listenerAt, type Listener } from "./listeners.ts";

// `localhost` is two addresses, 127.0.0.1 and ::1, and an engine tries either. A server usually
// listens on one of them, and any user of the machine may listen on the other: their page would
// have the app's capabilities. So the server's address is determined once, and the proxy in front
// of it uses that one only. The other one must not be occupied meanwhile: Vite checks whether it is
// free when it restarts.

const loopbacks = ["127.0.0.1", "::1"];

/** The interval of owner checks: the server may end, and another user's replace it. */
const pause = 1000;
/**
 * The time for which a request relies on the previous check: Linux scans all its sockets for one,
 * which takes milliseconds.
 */
const freshness = 100;

export interface ServerAddressOptions {
  /** `build.devPath`. */
  readonly address: string;
  readonly system: System;
  /** The server is another user's now. */
  readonly lost: (error: UserError) => void;
}

/** The address of the front end's server, during a session. */
export class ServerAddress implements Disposable {
  readonly #options: ServerAddressOptions;
  #pinned: string | null;
  #lookedAt = -Infinity;
  #isLost = false;
  readonly #timer: NodeJS.Timeout | null;

  private constructor(options: ServerAddressOptions, pinned: string | null) {
    this.#options = options;
    this.#pinned = pinned;
    const watches = options.system === "linux" && pinned !== null;
    this.#timer = watches ? setInterval(() => this.host(), pause).unref() : null;
  }

  /**
   * Determines the server, once one answers.
   * @throws UserError when it is another user's, or there are two
   */
  static async settle(options: ServerAddressOptions): Promise<ServerAddress> {
    const { address, system } = options;
    const answering = await answeringOf(address);
    const problem = serverProblem(
      address,
      answering,
      findListeners(portOf(address), system, true),
      system,
    );
    if (problem !== null) throw new UserError(problem);
    return new ServerAddress(options, answering[0] ?? null);
  }

  /**
   * The current host of the server, which may have restarted; `null`: the current one is another
   * user's, and the session has been notified.
   */
  host(): string | null {
    const { address, system, lost } = this.#options;
    if (this.#pinned === null) return hostOf(address);
    if (this.#isLost) return null;
    if (system !== "linux" || performance.now() - this.#lookedAt < freshness) return this.#pinned;
    this.#lookedAt = performance.now();
    const listeners = findListeners(portOf(address), system, false);
    // Its previous address, or else the other one.
    const [found] = [this.#pinned, ...loopbacksOf(address)].filter(
      (one) => listenerAt(one, listeners) !== null,
    );
    if (found === undefined) return this.#pinned;
    const problem = serverProblem(address, [found], listeners, system);
    if (problem === null) return (this.#pinned = found);
    this.#isLost = true;
    lost(new UserError(problem));
    return null;
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

/** Whether a server's name resolves to several addresses, of which the engine may use any. */
export function isAmbiguous(address: string): boolean {
  return loopbacksOf(address).length > 1;
}

/** The local addresses that answer. Empty for other machines. */
export async function answeringOf(address: string): Promise<string[]> {
  const port = portOf(address);
  const tried = await Promise.all(
    loopbacksOf(address).map(async (one) => ((await takesConnections(one, port)) ? [one] : [])),
  );
  return tried.flat();
}

/**
 * The reason why the app must not show the answering server; `null`: it may.
 * @param answering those of the two addresses of `localhost`
 */
export function serverProblem(
  address: string,
  answering: readonly string[],
  listeners: readonly Listener[],
  system: System,
): string | null {
  // There lsof shows only this user's sockets: a foreign one is missing.
  const unseen = (): Listener | null =>
    system === "macos" && listeners.length > 0
      ? { address: "", owner: "unknown", isForeign: true, processes: [] }
      : null;
  const found = answering.map((one) => [one, listenerAt(one, listeners) ?? unseen()] as const);
  const name = ([one, listener]: (typeof found)[number]): string => {
    const by = listener?.processes[0] === undefined ? [] : [`process ${listener.processes[0]}`];
    const whose = listener?.owner == null ? [] : [`user ${listener.owner}`];
    const facts = [...by, ...whose].join(", ");
    return `${shown(one)}:${portOf(address)}${facts === "" ? "" : ` (${facts})`}`;
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

/** Whether two sockets certainly belong to two programs. */
function areApart(one: Listener | null, other: Listener | null): boolean {
  if (one === null || other === null || one === other) return false;
  if (one.processes.length === 0 || other.processes.length === 0) return false;
  return !one.processes.some((process) => other.processes.includes(process));
}

function loopbacksOf(address: string): readonly string[] {
  const host = hostOf(address);
  if (/^(?:.+\.)?localhost\.?$/i.test(host)) return loopbacks;
  if (host === "0.0.0.0") return ["127.0.0.1"];
  if (host === "::") return ["::1"];
  return /^127(?:\.\d+){3}$|^::1$/.test(host) ? [host] : [];
}

/** For an address that may be invalid; IPv6 without its brackets. */
export function hostOf(address: string): string {
  return (URL.parse(address)?.hostname ?? "").replace(/^\[|\]$/g, "");
}

export function portOf(address: string): number {
  const { protocol, port } = new URL(address);
  return Number(port || (protocol === "https:" ? 443 : 80));
}

/** Whether the port is taken. Its owner may be slow for its first page, or use another protocol. */
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

/** In the form for addresses. */
export function shown(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
