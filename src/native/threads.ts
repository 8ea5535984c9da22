import type * as WorkerThreads from "node:worker_threads";

let loaded: typeof WorkerThreads | undefined;

/**
 * Not imported: it brings Node's events and streams, 5 ms for which the first web process would
 * wait.
 */
export function openThreads(): typeof WorkerThreads {
  return (loaded ??= process.getBuiltinModule("node:worker_threads"));
}
