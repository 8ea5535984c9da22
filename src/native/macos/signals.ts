import { constants } from "node:os";
import { callback } from "../ffi/callback.ts";
import { libc } from "./lib/libc.ts";
import { onMainQueue } from "./main-queue.ts";
import { runtime } from "./objc/runtime.ts";

const { SIGHUP, SIGINT, SIGTERM } = constants.signals;
const names = new Map([
  [SIGTERM, "SIGTERM"],
  [SIGINT, "SIGINT"],
  [SIGHUP, "SIGHUP"],
]);

let terminate: ((reason: string) => void) | undefined;
let asked = false;

const signalled = callback("L>v", (signal) => {
  if (asked) libc._exit(128 + signal);
  asked = true;
  terminate?.(names.get(signal) ?? String(signal));
});

/**
 * Reports the signals that ask a process to end. The first one is a request; the second one ends the process
 * at once, so an app that hangs on its way out can still be stopped.
 */
export function watchSignals(onTerminate: (reason: string) => void): void {
  terminate = onTerminate;
  // JavaScript signal handlers do not run while the loop does. A source hears of a signal whatever its handler does; the
  // default one ends the process, and to ignore it would be passed on to every program that the app starts.
  const nothing = runtime().symbol("getpid");
  for (const signal of names.keys()) {
    libc.signal(signal, nothing);
    onMainQueue("_dispatch_source_type_signal", signal, signalled());
  }
}
