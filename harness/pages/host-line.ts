import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Waker } from "../../src/native/wake.ts";
import type { FromThread, ThreadData, ToThread } from "./host-line-thread.ts";
import type { Command, Event } from "./protocol.ts";

/** A stand-in inside an app, whose thread is in a native loop. */
export interface LineHost {
  /**
   * Makes an object that wakes the loop from another thread. `take` is called after each wake, on
   * this one.
   */
  openWaker(take: () => void): Waker;
  receive(event: Exclude<Event, { readonly tells: "failed" }>, bytes: Uint8Array): void;
  failed(what: string): void;
}

/** The line from a stand-in's thread to the program that shows pages. */
export class HostLine {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  static async open(port: number, host: LineHost): Promise<HostLine> {
    const { port1: own, port2: threadEnd } = new MessageChannel();
    const waker = host.openWaker(() => {
      for (;;) {
        const received = receiveMessageOnPort(own) as { message: FromThread } | undefined;
        if (received === undefined) return;
        const { event, bytes } = received.message;
        if (event.tells === "failed") host.failed(event.what);
        else host.receive(event, bytes);
      }
    });
    const thread = new Worker(new URL("host-line-thread.ts", import.meta.url), {
      workerData: { pages: port, port: threadEnd, waker } satisfies ThreadData,
      transferList: [threadEnd],
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    thread.once("message", () => resolve());
    thread.once("error", reject);
    await promise;
    // An app that ends does not wait for it.
    thread.unref();
    return new HostLine(thread);
  }

  send(command: Command, bytes?: Uint8Array): void {
    this.#thread.postMessage({
      command,
      ...(bytes === undefined ? {} : { bytes }),
    } satisfies ToThread);
  }
}
