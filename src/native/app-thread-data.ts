import { workerData } from "node:worker_threads";
import type { AppThreadData } from "./start.ts";

let given: AppThreadData | null = null;

/**
 * What the app thread was started with: as a Worker, or as the main thread of an app that is
 * debugged.
 */
export function appThreadData(): AppThreadData {
  return given ?? (workerData as AppThreadData);
}

/** This thread is the app thread, although it is no Worker. */
export function giveAppThreadData(data: AppThreadData): void {
  given = data;
}
