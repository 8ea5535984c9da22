import { wakerOf, type Waker } from "../wake.ts";
import { libc } from "./lib/libc.ts";
import { watchFile } from "./loop.ts";

const EFD_NONBLOCK = 0o4000;
const EFD_CLOEXEC = 0o2000000;

/** Makes an eventfd that GLib's loop watches; many wakes before a turn of the loop are one `drain`. */
export function openWaker(drain: () => void): Waker {
  const handle = libc.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (handle < 0) throw new Error("Cannot make eventfd: the process may have too many files open");
  const count = new BigUint64Array(1);
  watchFile(handle, () => {
    // Reading sets the count back to 0 first: a wake that comes while `drain` runs is not lost.
    libc.eventfd_read(handle, count);
    drain();
  });
  return wakerOf(libc, "eventfd_write", [handle, 1]);
}
