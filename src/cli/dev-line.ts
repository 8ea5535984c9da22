import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ToolReport, ToolRequest } from "../contract/tool.ts";

/** How long an app thread may take to hear a request, and to end and be replaced, in milliseconds. */
const hearing = 2000;
const replacing = 10_000;

/**
 * The tool's end of the line to the app thread. Each app thread connects anew; what it reports wakes who waits.
 * The socket lies in a folder that only this user can enter.
 */
export class ToolLine implements Disposable {
  readonly address: string;
  readonly #folder: string | null;
  readonly #server: Server;
  /** Called when an app thread has begun or failed. */
  onReport: (kind: ToolReport["kind"]) => void = () => {};
  #socket: Socket | null = null;
  #waiting: {
    readonly kinds: readonly ToolReport["kind"][];
    readonly resolve: (kind: ToolReport["kind"]) => void;
  }[] = [];
  #isStarting = false;

  constructor() {
    this.#folder = process.platform === "win32" ? null : mkdtempSync(join(tmpdir(), "framework-"));
    this.address =
      this.#folder === null ? `\\\\.\\pipe\\framework-${randomUUID()}` : join(this.#folder, "line");
    this.#server = createServer((socket) => {
      this.#socket = socket;
      socket.on("error", () => {}); // A thread that ends while it is told something.
      createInterface({ input: socket }).on("line", (text) => {
        if (socket === this.#socket) this.#receive(JSON.parse(text) as ToolReport);
      });
    });
    this.#server.listen(this.address);
  }

  /** A process starts: nobody listens until its app thread has begun. */
  expectApp(): void {
    this.#socket = null;
    this.#isStarting = true;
  }

  tell(kind: ToolRequest["kind"]): void {
    this.#socket?.write(`${JSON.stringify({ kind } satisfies ToolRequest)}\n`);
  }

  /** Asks for a new app thread, and waits for it. `stuck`: nobody answers. */
  async restart(): Promise<"begun" | "failed" | "stuck"> {
    // One that has just been started may have read the old code.
    if (this.#isStarting && (await this.#wait(["begun", "failed"], replacing)) === null) return "stuck";
    const heard = this.#wait(["restarting"], hearing);
    this.tell("restart");
    if ((await heard) === null) return "stuck";
    this.#isStarting = true;
    const result = await this.#wait(["begun", "failed"], replacing);
    return result === "begun" || result === "failed" ? result : "stuck";
  }

  #receive({ kind }: ToolReport): void {
    if (kind !== "restarting") this.#isStarting = false;
    const [woken, others] = [
      this.#waiting.filter(({ kinds }) => kinds.includes(kind)),
      this.#waiting.filter(({ kinds }) => !kinds.includes(kind)),
    ];
    this.#waiting = others;
    for (const { resolve } of woken) resolve(kind);
    this.onReport(kind);
  }

  /** `null`: none of these was reported in time. */
  async #wait(kinds: readonly ToolReport["kind"][], patience: number): Promise<ToolReport["kind"] | null> {
    const { promise, resolve } = Promise.withResolvers<ToolReport["kind"] | null>();
    const waiting = { kinds, resolve };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => resolve(null), patience);
    const result = await promise;
    clearTimeout(timer);
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    return result;
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy();
    this.#server.close();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}
