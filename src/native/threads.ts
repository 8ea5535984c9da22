import type * as WorkerThreads from "node:worker_threads";

let loaded: typeof WorkerThreads | undefined;

/**
 * Not imported: it loads Node's events and streams, 5 ms that would delay the first web process.
 */
export function openThreads(): typeof WorkerThreads {
  return (loaded ??= process.getBuiltinModule("node:worker_threads"));
}
