import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type {
  AutomationArgs,
  AutomationCommand,
  AutomationEvents,
  AutomationResult,
  FromAutomation,
} from "../contract/automation.ts";
import { FrameworkError } from "../contract/errors.ts";
import { automationVariable } from "../process/environment.ts";
import { isSecret } from "../process/secret.ts";
import { receiveLines } from "../process/socket-lines.ts";
import { machine } from "./machine.ts";

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Listener<E extends keyof AutomationEvents> = (payload: AutomationEvents[E]) => void;

/**
 * The tool's end of the automation protocol; see `contract/automation.ts`. An app that restarts
 * reconnects.
 */
export class Line implements Disposable {
  /** The app's start variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #server: Server;
  readonly #secret: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<Listener<never>>>();
  #socket: Socket | null = null;
  #lastId = 0;

  private constructor(server: Server, address: string, secret: string) {
    this.#server = server;
    this.#secret = secret;
    this.environment = { [automationVariable]: `${secret}@${address}` };
    server.on("connection", (socket) => this.#connected(socket));
  }

  /**
   * @param folder a folder that only this user can enter; on Windows the channel is a port of this
   * machine
   */
  static async open(folder: string): Promise<Line> {
    const server = createServer();
    if (machine === "windows") server.listen(0, "127.0.0.1");
    else server.listen(join(folder, "line"));
    await once(server, "listening");
    const place = server.address();
    const address =
      typeof place === "object" && place !== null ? String(place.port) : String(place);
    return new Line(server, address, randomBytes(24).toString("hex"));
  }

  /**
   * Sends a request to the app. Rejects with its error, and with `closed` when the app ends first.
   */
  call<N extends AutomationCommand>(
    command: N,
    args: AutomationArgs<N>,
  ): Promise<Awaited<AutomationResult<N>>> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    if (this.#socket === null) this.#end();
    else this.#socket.write(`${JSON.stringify({ id, command, args })}\n`);
    return promise as Promise<Awaited<AutomationResult<N>>>;
  }

  /** Adds a listener; returns a function that removes it. */
  on<E extends keyof AutomationEvents>(event: E, listener: Listener<E>): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Settles with the next event of this kind. */
  next<E extends keyof AutomationEvents>(event: E): Promise<AutomationEvents[E]> {
    return new Promise((resolve) => {
      const remove = this.on(event, (payload) => {
        remove();
        resolve(payload);
      });
    });
  }

  /** Whether this process stays alive for it. Initially it does. */
  keep(isKept: boolean): void {
    for (const handle of [this.#server, this.#socket])
      if (isKept) handle?.ref();
      else handle?.unref();
  }

  #connected(socket: Socket): void {
    socket.on("error", () => {});
    socket.write(`${JSON.stringify({ secret: this.#secret })}\n`);
    let isTrusted = false;
    receiveLines(socket, (text) => {
      const message = JSON.parse(text) as FromAutomation;
      if (!isTrusted) {
        isTrusted =
          "event" in message &&
          message.event === "hello" &&
          isSecret(message.payload.secret, this.#secret);
        if (!isTrusted) return void socket.destroy();
        this.#socket = socket;
      }
      this.#receive(message);
    });
    socket.on("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#end();
    });
  }

  #receive(message: FromAutomation): void {
    if ("event" in message) {
      for (const listener of this.#listeners.get(message.event) ?? [])
        listener(message.payload as never);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ("error" in message) waiting?.reject(FrameworkError.from(message.error));
    else waiting?.resolve(message.result);
  }

  #end(): void {
    for (const { reject } of this.#waiting.values())
      reject(new FrameworkError("closed", "Cannot drive the app: it has ended"));
    this.#waiting.clear();
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
    this.#server.close();
    this.#end();
  }
}
