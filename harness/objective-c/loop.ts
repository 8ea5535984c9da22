import { drainMicrotasks } from "bun:jsc";
import { addressOfFunction } from "../../src/native/ffi/library.ts";
import { library } from "../../src/native/linux/library.ts";
import { libcPackages } from "../../src/native/linux/lib/packages.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { inPool } from "./pools.ts";

// The main thread's run loop: files that are watched (the main queue among them), timers, tasks of
// whoever plays the user, and events of the window server, which alone end `run`.

const libc = library("libc.so.6", libcPackages, {
  poll: "pLi>i", // (struct pollfd[], how many, milliseconds)
  eventfd: "ui>i", // (first value, flags)
  eventfd_read: "ip>i",
  eventfd_write: "iL>i",
});

const POLLIN = 1;
const EFD_NONBLOCK = 0o4000;
const EFD_CLOEXEC = 0o2000000;
// struct pollfd: int fd; short events; short revents
const pollSize = 8;

interface Timer {
  due: number;
  readonly run: () => void;
}

interface Task {
  readonly run: () => void;
  readonly waitsForEvents: boolean;
}

const watched = new Map<number, () => void>();
const timers = new Set<Timer>();
let tasks: Task[] = [];
const events: (() => void)[] = [];

/** Runs `task` whenever a file has something to read. */
export function watchFile(file: number, task: () => void): void {
  watched.set(file, task);
}

/**
 * A number by which any thread may wake the loop, with `eventfd_write`. `woken` gets the sum of the
 * written values.
 */
export function watchWakes(woken: (sum: bigint) => void): number {
  const file = libc.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (file < 0) throw new Error("Cannot make eventfd: the process may have too many files open");
  const sum = new BigUint64Array(1);
  watchFile(file, () => {
    libc.eventfd_read(file, sum);
    woken(sum[0] ?? 0n);
  });
  return file;
}

/**
 * Runs `task` in the next turn: an action of the test as the user, or a later action of the system.
 */
export function soon(task: () => void): void {
  tasks.push({ run: task, waitsForEvents: false });
}

/** The same, but in no loop that runs inside of an event. */
export function betweenEvents(task: () => void): void {
  tasks.push({ run: task, waitsForEvents: true });
}

/** Runs `task` after a time. The returned function calls it off. */
export function later(milliseconds: number, task: () => void): () => void {
  const timer = { due: performance.now() + milliseconds, run: task };
  timers.add(timer);
  return () => void timers.delete(timer);
}

/** Hands the app an event of the window server, after all that wait. */
export function postEvent(deliver: () => void, isFirst = false): void {
  if (isFirst) events.unshift(deliver);
  else events.push(deliver);
}

/**
 * Runs due tasks, and waits for one until then. Returns true if an event was handled.
 *
 * @param isInEvent whether the loop runs inside of an event: while a menu is open, or the mouse is
 *   pressed on a window
 */
export function turn(wait: boolean, isInEvent = false): boolean {
  const now = tasks.filter(dueIn(isInEvent));
  tasks = tasks.filter((task) => !now.includes(task));
  for (const task of now) run(task.run);
  const due = dueTimers();
  for (const timer of due) if (timers.delete(timer)) run(timer.run);
  const event = events.shift();
  if (event !== undefined) run(event);
  // The caller may not want to wait any more.
  const hasRun = now.length + due.length > 0 || event !== undefined;
  const isBusy = hasRun || tasks.some(dueIn(isInEvent)) || events.length > 0;
  for (const task of readyFiles(wait && !isBusy ? untilNextTimer() : 0)) run(task);
  return event !== undefined;
}

/**
 * Runs until nothing is there any more but timers, as if the loop ran: for tests outside of it, and
 * inside of an event.
 */
export function settle(isInEvent = false): void {
  do inPool(() => turn(false, isInEvent));
  while (tasks.some(dueIn(isInEvent)) || events.length > 0);
}

const dueIn =
  (isInEvent: boolean) =>
  ({ waitsForEvents }: Task): boolean =>
    !isInEvent || !waitsForEvents;

function run(task: () => void): void {
  task();
  // The tasks of tests have promises. Calls to the app have their own guard.
  drainMicrotasks();
}

function dueTimers(): Timer[] {
  const now = performance.now();
  return Array.from(timers)
    .filter(({ due }) => due <= now)
    .toSorted((a, b) => a.due - b.due);
}

function untilNextTimer(): number {
  const due = Math.min(...[...timers].map((timer) => timer.due));
  return Number.isFinite(due) ? Math.max(0, Math.ceil(due - performance.now())) : -1;
}

function readyFiles(timeout: number): (() => void)[] {
  const files = [...watched];
  const polled = Buffer.alloc(Math.max(1, files.length) * pollSize);
  for (const [index, [file]] of files.entries()) {
    polled.writeInt32LE(file, index * pollSize);
    polled.writeInt16LE(POLLIN, index * pollSize + 4);
  }
  libc.poll(polled, files.length, timeout);
  return files.flatMap(([, task], index) =>
    polled.readInt16LE(index * pollSize + 6) === 0 ? [] : [task],
  );
}

/** The function that writes to a number of `watchWakes`, from any thread. */
export const addressOfWake = (): Address => addressOfFunction(libc, "eventfd_write");
