import type { WakeHandle } from "../platform.ts";
import { libc } from "./lib/libc.ts";
import { watchFile } from "./loop.ts";

const EFD_NONBLOCK = 0o4000;
const EFD_CLOEXEC = 0o2000000;

/** Makes an eventfd that GLib's loop watches; many wakes before a turn of the loop are one `drain`. */
export function openWaker(drain: () => void): WakeHandle {
  const handle = libc.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (handle < 0) throw new Error("Cannot make eventfd: the process may have too many files open");
  const count = new BigUint64Array(1);
  watchFile(handle, () => {
    // Reading sets the count back to 0 first: a wake that comes while `drain` runs is not lost.
    libc.eventfd_read(handle, count);
    drain();
  });
  return handle;
}

/** Wakes the loop. May be called from any thread. */
export function wake(handle: WakeHandle): void {
  libc.eventfd_write(handle, 1);
}
