import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Command, Event } from "../pages/protocol.ts";
import type { FromThread, ThreadData, ToThread } from "./line-thread.ts";
import { wrong } from "./report.ts";
import { openTurns, soon } from "./turns.ts";

/** The line from the runtime's thread to the program that shows pages. */
export class Line {
  readonly #thread: Worker;
  readonly #receive: (event: Event, bytes: Uint8Array) => void;

  private constructor(thread: Worker, receive: (event: Event, bytes: Uint8Array) => void) {
    this.#thread = thread;
    this.#receive = receive;
  }

  /** `receive` is called in a turn of its own for each event. */
  static async open(port: number, receive: (event: Event, bytes: Uint8Array) => void): Promise<Line> {
    const { port1: own, port2: threadEnd } = new MessageChannel();
    const opened: { line?: Line } = {};
    const waker = openTurns(() => {
      for (;;) {
        const received = receiveMessageOnPort(own) as { message: FromThread } | undefined;
        if (received === undefined) return;
        opened.line?.take(received.message);
      }
    });
    const thread = new Worker(new URL("line-thread.ts", import.meta.url), {
      workerData: { pages: port, port: threadEnd, waker } satisfies ThreadData,
      transferList: [threadEnd],
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    thread.once("message", () => resolve());
    thread.once("error", reject);
    await promise;
    // An app that ends does not wait for it.
    thread.unref();
    return (opened.line = new Line(thread, receive));
  }

  take({ event, bytes }: FromThread): void {
    if (event.tells === "failed") wrong(event.what);
    else soon(() => this.#receive(event, bytes));
  }

  send(command: Command, bytes?: Uint8Array): void {
    this.#thread.postMessage({ command, ...(bytes === undefined ? {} : { bytes }) } satisfies ToThread);
  }
}
