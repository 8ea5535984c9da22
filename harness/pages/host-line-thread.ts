// The thread of a stand-in that holds the connection to the program that shows pages: while an
// app's native loop runs, no socket is read on its own thread.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { wakeBy, type Waker } from "../../src/native/wake.ts";
import { connectToPages } from "./client.ts";
import type { Command, Event } from "./protocol.ts";

export interface ThreadData {
  /** The port of the program. */
  readonly pages: number;
  readonly port: MessagePort;
  readonly waker: Waker;
}

export interface FromThread {
  readonly event: Event;
  readonly bytes: Uint8Array;
}

export interface ToThread {
  readonly command: Command;
  readonly bytes?: Uint8Array;
}

const { pages, port, waker } = workerData as ThreadData;
const wake = wakeBy(waker);

function tell(event: Event, bytes: Uint8Array): void {
  port.postMessage({ event, bytes: bytes.slice() } satisfies FromThread);
  wake();
}

const connection = await connectToPages(pages, tell, (reason) =>
  tell({ tells: "failed", what: `The line to the pages: ${reason}` }, new Uint8Array()),
);
parentPort?.on("message", ({ command, bytes }: ToThread) => connection.send(command, bytes));
parentPort?.postMessage("connected");
