import { callback } from "../ffi/callback.ts";
import { Termination, terminationSignals } from "../shell/termination.ts";
import { glib } from "./lib/glib.ts";
import { libc } from "./lib/libc.ts";

const termination = new Termination((code) => libc._exit(code));

const signalled = callback("L>b", (signal) => {
  termination.take(signal);
  return true;
});

/** Reports the signals that request a process to end (see `Termination`). */
export function watchSignals(onTerminate: (reason: string) => void): void {
  termination.onRequest(onTerminate);
  // JavaScript signal handlers do not run while GLib's loop does.
  for (const signal of terminationSignals)
    glib.g_unix_signal_add_full(0, signal, signalled(), signal, null);
}
