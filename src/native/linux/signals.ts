import { constants } from "node:os";
import { callback } from "../ffi/callback.ts";
import { glib } from "./lib/glib.ts";
import { libc } from "./lib/libc.ts";

const { SIGHUP, SIGINT, SIGTERM } = constants.signals;
const names = new Map([
  [SIGTERM, "SIGTERM"],
  [SIGINT, "SIGINT"],
  [SIGHUP, "SIGHUP"],
]);

let terminate: ((reason: string) => void) | undefined;
let asked = false;

const signalled = callback("L>b", (signal) => {
  if (asked) libc._exit(128 + signal);
  asked = true;
  terminate?.(names.get(signal) ?? String(signal));
  return true;
});

/**
 * Reports the signals that ask a process to end. The first one is a request; the second one ends the process
 * at once, so an app that hangs on its way out can still be stopped.
 */
export function watchSignals(onTerminate: (reason: string) => void): void {
  terminate = onTerminate;
  // JavaScript signal handlers do not run while GLib's loop does.
  for (const signal of names.keys()) glib.g_unix_signal_add_full(0, signal, signalled(), signal, null);
}
