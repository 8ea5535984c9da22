import { wakerOf, type Waker } from "../wake.ts";
import { libc } from "./lib/libc.ts";
import { watchFile } from "./loop.ts";
import { longestWait } from "../time-slice.ts";

const EFD_NONBLOCK = 0o4000;
const EFD_CLOEXEC = 0o2000000;
const POLLIN = 1;

export interface Wakes {
  readonly waker: Waker;
  /** Waits for the next wake without the loop, at most this many milliseconds, and drains. */
  takeNext(milliseconds: number): void;
}

/**
 * Creates an eventfd that GLib's loop watches; many wakes before a turn of the loop cause one
 * `drain`. A drain that has more to do leaves the file readable, and comes after all other ready
 * work.
 */
export function openWakes(drain: () => boolean): Wakes {
  const handle = libc.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (handle < 0) throw new Error("Cannot make eventfd: the process may have too many files open");
  const count = new BigUint64Array(1);
  const take = (): void => {
    // Reading resets the count to 0 first: a wake during `drain` is not lost.
    libc.eventfd_read(handle, count);
    if (!drain()) return;
    libc.eventfd_write(handle, 1);
    watch.letOthersGo(longestWait);
  };
  const watch = watchFile(handle, take);
  // struct pollfd: int fd; short events; short revents
  const awaited = new Int32Array([handle, POLLIN]);
  return {
    waker: wakerOf(libc, "eventfd_write", [handle, 1]),
    takeNext: (milliseconds) => {
      libc.poll(awaited, 1, milliseconds);
      take();
    },
  };
}
