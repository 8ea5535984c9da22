import { workerData } from "node:worker_threads";
import type { AppThreadData } from "./start.ts";

let given: AppThreadData | null = null;

/** The start data of the app thread: as a Worker, or as the main thread of a debugged app. */
export function appThreadData(): AppThreadData {
  return given ?? (workerData as AppThreadData);
}

/** This thread is the app thread, although it is no Worker. */
export function giveAppThreadData(data: AppThreadData): void {
  given = data;
}
