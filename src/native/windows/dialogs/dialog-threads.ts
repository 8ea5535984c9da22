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

// Windows' dialogs run a loop of their own until they are answered. On one thread, two of them
// would end in the order of a stack: the first not before the second. So each has a thread while it
// is open. One that is free waits for the next dialog, which opens in half the time; and of each
// thread that ends, Bun keeps two handles until its own loop turns, which it never does here.

// Milliseconds.
const patience = {
  /** For a thread to begin. */
  start: 30_000,
  /**
   * For a dialog to go away that was closed; one that reads a dead network drive may not hear of
   * it.
   */
  close: 2_000,
} as const;

const threads = new Held<DialogThread>("dialog threads");

let answered: number | undefined;

/** Shows dialogs, each on a thread of its own. */
export class DialogThreads {
  readonly #module: URL;
  #free: DialogThread | undefined;

  /** @param module what such a thread runs: a module that calls `runDialogThread` */
  constructor(module: URL) {
    this.#module = module;
  }

  /** @param cancelled what it settles with when it is closed without an answer */
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
  // Tells who waits for the dialog; it is told once.
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
    // What goes wrong before the thread's first line would come as an event, and none of Bun's
    // comes here.
    let stopWaiting = later(patience.start, () => {
      if (this.#window !== 0) return;
      // One that begins after all must show nothing: nobody waits for it.
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
    // One that only begins looks at the port first.
    if (this.#window !== 0) user32.PostMessageW(this.#window, taskMessage, 0, 0);
  }

  /** Looks for what the thread has answered. */
  receive(): void {
    const outcome = receiveMessageOnPort(this.#port)?.message as Outcome | undefined;
    if (outcome === undefined) return;
    const settle = this.#settle;
    // Before the answer is told, which may lead to the next dialog.
    this.#freed(this);
    settle(outcome);
  }

  end(): void {
    threads.take(this.#number);
    this.#tell(null);
    this.#port.close();
  }
}
