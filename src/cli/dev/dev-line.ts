import { randomUUID } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { ToolReport, ToolRequest, UsesToTool } from "../../contract/tool.ts";
import type { UsesReport } from "../../contract/uses/uses.ts";
import type { System } from "../../contract/target.ts";
import { receiveLines } from "../../process/socket-lines.ts";

/** The time for an app thread to receive a request, and to end and be replaced, in milliseconds. */
const hearing = 2000;
const replacing = 10_000;
/** The time for the last messages of an ended app to arrive. */
const ending = 500;

/**
 * The tool's end of the connection to the app thread. Each app thread connects again; its reports
 * wake waiting calls.
 */
export class ToolLine implements Disposable {
  readonly address: string;
  readonly #server: Server;
  /** Called when an app thread has begun or failed. */
  onReport: (report: ToolReport) => void = () => {};
  /** Called with the allowlist uses of pages. */
  onUses: (uses: UsesReport) => void = () => {};
  #socket: Socket | null = null;
  #waiting: {
    readonly kinds: readonly ToolReport["kind"][];
    readonly resolve: (kind: ToolReport["kind"]) => void;
  }[] = [];
  #isStarting = false;
  #last: ToolReport["kind"] | null = null;

  /** @param folder a folder that only this user can enter */
  constructor(folder: string, system: System) {
    this.address =
      system === "windows" ? `\\\\.\\pipe\\framework-${randomUUID()}` : join(folder, "line");
    this.#server = createServer((socket) => {
      this.#socket = socket;
      receiveLines(socket, (text) => {
        const report = JSON.parse(text) as ToolReport | UsesToTool;
        // The last reports of an app thread also count when the next one has already connected.
        if (report.kind === "uses") this.onUses(report.uses);
        else if (socket === this.#socket) this.#receive(report);
      });
      socket.on("error", () => {}); // a thread may end during a message
    });
    this.#server.listen(this.address);
  }

  /** A process starts: nothing listens until its app thread has begun. */
  expectApp(): void {
    this.#socket = null;
    this.#isStarting = true;
  }

  /** Disconnects from the app thread: an app ends when its tool is gone. */
  hangUp(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /** Waits for the last messages of an ended app. */
  async lastWords(): Promise<void> {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once("close", () => resolve());
    const timer = setTimeout(resolve, ending);
    await promise;
    clearTimeout(timer);
  }

  tell(kind: ToolRequest["kind"]): void {
    this.#socket?.write(`${JSON.stringify({ kind } satisfies ToolRequest)}\n`);
  }

  /** Requests a new app thread, and waits for it. `stuck`: it does not answer. */
  async restart(): Promise<"begun" | "failed" | "stuck"> {
    // A thread that has just started may have read the old code.
    if (this.#isStarting && (await this.#wait(["begun", "failed"], replacing)) === null)
      return "stuck";
    const heard = this.#wait(["restarting"], hearing);
    this.tell("restart");
    if ((await heard) === null) return "stuck";
    // The new one may have been as quick as its announcement.
    const result = this.#isStarting ? await this.#wait(["begun", "failed"], replacing) : this.#last;
    return result === "begun" || result === "failed" ? result : "stuck";
  }

  #receive(report: ToolReport): void {
    const { kind } = report;
    this.#last = kind;
    this.#isStarting = kind === "restarting";
    const [woken, others] = [
      this.#waiting.filter(({ kinds }) => kinds.includes(kind)),
      this.#waiting.filter(({ kinds }) => !kinds.includes(kind)),
    ];
    this.#waiting = others;
    for (const { resolve } of woken) resolve(kind);
    this.onReport(report);
  }

  /** `null`: none of these was reported in time. */
  async #wait(
    kinds: readonly ToolReport["kind"][],
    patience: number,
  ): Promise<ToolReport["kind"] | null> {
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
  }
}
