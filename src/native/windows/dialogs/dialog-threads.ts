import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { Held } from "../../ffi/held.ts";
import { wakerOf } from "../../wake.ts";
import { user32 } from "../lib/user32.ts";
import { later, listen, loopWindow } from "../loop.ts";
import {
  closeMessage,
  places,
  taskMessage,
  type DialogTask,
  type DialogThreadData,
  type Outcome,
} from "./dialog-task.ts";

// Windows' dialogs run a nested loop until they are answered. On one thread, two of them would end
// in the order of a stack: the first not before the second. So each has a thread while it is open.
// An idle thread waits for the next dialog, which opens in half the time; and Bun keeps two handles
// of each ended thread until its own loop turns, which never happens here.

// Milliseconds.
const patience = {
  /** For a thread to begin. */
  start: 30_000,
  /**
   * For a closed dialog to disappear; one that reads an unreachable network drive may not respond.
   */
  close: 2_000,
} as const;

const threads = new Held<DialogThread>("dialog threads");

let answered: number | undefined;

/** Shows dialogs, each on a thread of its own. */
export class DialogThreads {
  readonly #module: URL;
  #free: DialogThread | undefined;

  /** @param module the module of such a thread, which calls `runDialogThread` */
  constructor(module: URL) {
    this.#module = module;
  }

  /** @param cancelled the result when it is closed without an answer */
  dialog<T>(task: DialogTask, cancelled: T): Dialog<T> {
    let close: (() => void) | undefined;
    let thread: DialogThread | undefined;
    return {
      cancelled,
      show: () =>
        new Promise((resolve, reject) => {
          const answer = (value: unknown): void =>
            resolve(value === null ? cancelled : (value as T));
          thread = this.#take();
          close = thread.show(task, answer, reject);
        }),
      close: () => close?.(),
      setProgress: (done) => thread?.setProgress(done),
    };
  }

  #take(): DialogThread {
    const thread = this.#free ?? new DialogThread(this.#module, (freed) => this.#putBack(freed));
    this.#free = undefined;
    return thread;
  }

  #putBack(thread: DialogThread): void {
    if (this.#free === undefined) this.#free = thread;
    else thread.end();
  }
}

/** A thread that shows one dialog at a time. */
class DialogThread {
  readonly #number: number;
  readonly #port: MessagePort;
  readonly #shared = new Int32Array(new SharedArrayBuffer(4 * Object.keys(places).length));
  readonly #freed: (thread: DialogThread) => void;
  // Settles the waiting caller, once.
  #settle: (outcome: Outcome) => void = () => {};

  constructor(module: URL, freed: (thread: DialogThread) => void) {
    this.#freed = freed;
    this.#number = threads.add(this);
    answered ??= listen((number) => threads.get(number)?.receive());
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const waker = wakerOf(user32, "PostMessageW", [loopWindow(), answered, this.#number, 0]);
    const workerData: DialogThreadData = { port: port2, waker, shared: this.#shared };
    void new Worker(module, { workerData, transferList: [port2] });
  }

  get #window(): number {
    return Atomics.load(this.#shared, places.window);
  }

  /** Shows a dialog. The returned function closes it. */
  show(
    task: DialogTask,
    answer: (value: unknown) => void,
    fail: (error: unknown) => void,
  ): () => void {
    // An error before the thread's first line would arrive as an event, and no event of Bun arrives
    // here.
    let stopWaiting = later(patience.start, () => {
      if (this.#window !== 0) return;
      // A late one must show nothing: its caller is gone.
      Atomics.store(this.#shared, places.isClosed, 1);
      const message = "Cannot show a dialog: its thread does not begin";
      settle({ error: { code: "unavailable", message } });
    });
    let isSettled = false;
    const settle = (outcome: Outcome): void => {
      if (isSettled) return;
      isSettled = true;
      stopWaiting();
      if ("error" in outcome) fail(FrameworkError.from(outcome.error));
      else answer(outcome.answer);
    };
    this.#settle = settle;
    Atomics.store(this.#shared, places.isClosed, 0);
    this.setProgress(0);
    this.#tell(task);
    return () => {
      if (isSettled) return;
      Atomics.store(this.#shared, places.isClosed, 1);
      if (this.#window !== 0) user32.PostMessageW(this.#window, closeMessage, 0, 0);
      stopWaiting();
      // Not at once: until it is off the screen its window is blocked, and the next dialog must not
      // open.
      stopWaiting = later(patience.close, () => settle({ answer: null }));
    };
  }

  /** The dialog looks at it by itself. */
  setProgress(done: number): void {
    Atomics.store(this.#shared, places.progress, Math.round(done * 100));
  }

  #tell(task: DialogTask | null): void {
    this.#port.postMessage(task);
    // A starting thread reads the port first.
    if (this.#window !== 0) user32.PostMessageW(this.#window, taskMessage, 0, 0);
  }

  /** Reads the thread's answers. */
  receive(): void {
    const outcome = receiveMessageOnPort(this.#port)?.message as Outcome | undefined;
    if (outcome === undefined) return;
    const settle = this.#settle;
    // Before the answer is reported, which may lead to the next dialog.
    this.#freed(this);
    settle(outcome);
  }

  end(): void {
    threads.take(this.#number);
    this.#tell(null);
    this.#port.close();
  }
}
