import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** An event of a session. Without a session, an event of the browser itself. */
export interface DevToolsEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Call {
  readonly method: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

// The descriptors of `--remote-debugging-pipe`.
const commandPipe = 3;
const eventPipe = 4;
const messageEnd = 0;

/**
 * A browser process that is driven over the DevTools protocol: JSON texts on two pipes, each ended
 * by NUL.
 */
export class DevTools {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #parts: Uint8Array[] = [];

  /** @param receive called with each event */
  constructor(
    command: readonly string[],
    env: NodeJS.ProcessEnv,
    receive: (event: DevToolsEvent) => void,
  ) {
    const [program = "", ...args] = command;
    this.#process = spawn(program, args, {
      env,
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exited = promise;
    const ended = (reason: string): void => {
      for (const { method, reject } of this.#calls.values())
        reject(new Error(`Cannot run "${method}": ${reason}`));
      this.#calls.clear();
      resolve();
    };
    this.#process.on("error", (error) => ended(error.message));
    this.#process.on("exit", (code, signal) => ended(`the browser ended with ${signal ?? code}`));
    const events = this.#process.stdio[eventPipe] as Readable;
    events.on("data", (chunk: Uint8Array) => this.#read(chunk, receive));
    for (const pipe of [events, this.#commands]) pipe.on("error", () => {}); // "exit" follows
  }

  get #commands(): Writable {
    return this.#process.stdio[commandPipe] as Writable;
  }

  #read(chunk: Uint8Array, receive: (event: DevToolsEvent) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(messageEnd); end >= 0; end = chunk.indexOf(messageEnd, start)) {
      this.#parts.push(chunk.subarray(start, end));
      start = end + 1;
      const message = JSON.parse(Buffer.concat(this.#parts).toString()) as Reply | DevToolsEvent;
      this.#parts = [];
      if ("id" in message) this.#settle(message);
      else receive(message);
    }
    this.#parts.push(chunk.subarray(start));
  }

  #settle({ id, result, error }: Reply): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error === undefined) call?.resolve(result as never);
    else call?.reject(new Error(`Cannot run "${call.method}": ${error.message}`));
  }

  /** Runs a command; it is rejected when the browser refuses it, or ends. */
  send<T = unknown>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastCall;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#calls.set(id, { method, resolve, reject });
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return promise;
  }

  /**
   * Ends the browser, which saves the data of its pages. It is ended at once after `patience`
   * milliseconds.
   */
  async close(patience: number): Promise<void> {
    this.send("Browser.close").catch(() => {}); // it may be gone first
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), patience);
    await this.#exited;
    clearTimeout(timer);
  }
}
