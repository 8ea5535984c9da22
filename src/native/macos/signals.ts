import { callback } from "../ffi/callback.ts";
import { Termination, terminationSignals } from "../shell/termination.ts";
import { libc } from "./lib/libc.ts";
import { onMainQueue } from "./main-queue.ts";
import { runtime } from "./objc/runtime.ts";

const termination = new Termination((code) => libc._exit(code));

const signalled = callback("L>v", (signal) => termination.take(signal));

/** Reports the signals that request a process to end (see `Termination`). */
export function watchSignals(onTerminate: (reason: string) => void): void {
  termination.onRequest(onTerminate);
  // JavaScript signal handlers do not run while the loop does. A source receives a signal
  // regardless of its handler; the default handler ends the process, and ignoring the signal would
  // be inherited by every program that the app starts.
  const nothing = runtime().symbol("getpid");
  for (const signal of terminationSignals) {
    libc.signal(signal, nothing);
    onMainQueue("_dispatch_source_type_signal", signal, signalled());
  }
}
