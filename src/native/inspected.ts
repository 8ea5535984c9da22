// An app whose own code is debugged, in development. Bun's debugger reaches only the main thread,
// and only while its event loop runs. So the threads are swapped: the app thread is the main
// thread, and the ui thread is a Worker. AppKit requires the main thread, so macOS cannot do this.

import { parentPort, Worker } from "node:worker_threads";
import { giveAppThreadData } from "./app-thread-data.ts";
import type { Platform } from "./platform.ts";
import type { AppThreadData, StartAppThread } from "./start.ts";

/** On the main thread: starts the ui thread, and settles when it is ready for the app thread. */
export async function startInspected(uiThread: URL): Promise<void> {
  const ui = new Worker(uiThread, { argv: process.argv.slice(2) });
  const { promise, resolve, reject } = Promise.withResolvers<AppThreadData>();
  ui.once("error", reject);
  ui.once("message", resolve);
  giveAppThreadData(await promise);
}

/** On the ui thread: passes its end of the channel to the main thread. */
export const startOnMainThread: StartAppThread = (data, port) => {
  parentPort?.postMessage(data, [port]);
  return () => {};
};

/** On the ui thread: ends the process. The main thread, which may be paused, takes no part. */
export function endInspected(exitCode: number, { endProcess }: Platform): void {
  if (endProcess !== undefined) return endProcess(exitCode);
  throw new Error(
    "Cannot end an app that is debugged: its platform must be able to end the process",
  );
}
