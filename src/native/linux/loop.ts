import { callback } from "../ffi/callback.ts";
import { Held } from "../ffi/held.ts";
import { glib } from "./lib/glib.ts";

// While GLib's loop runs, Bun's timers do not: these replace them.

const G_PRIORITY_DEFAULT = 0;
const G_PRIORITY_LOW = 300;
/**
 * After the redrawing of windows, and after the messages to pages, which have
 * G_PRIORITY_DEFAULT_IDLE.
 */
const afterOthers = 210;
const REMOVE = false;

const turns = new Held<() => void>("turns");
const watches = new Held<() => void>("watches");

const runTurn = callback("L>b", (number) => {
  turns.take(number)?.();
  return REMOVE;
});

/** Runs `task` in the next turn of the loop. */
export function soon(task: () => void): void {
  glib.g_idle_add_full(G_PRIORITY_DEFAULT, runTurn(), turns.add(task), null);
}

/** Runs `task` when the loop is idle. */
export function whenIdle(task: () => void): void {
  glib.g_idle_add_full(G_PRIORITY_LOW, runTurn(), turns.add(task), null);
}

/** Runs `task` once after a delay. The returned function cancels it. */
export function later(milliseconds: number, task: () => void): () => void {
  const number = turns.add(task);
  const source = glib.g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, runTurn(), number, null);
  return () => {
    if (turns.take(number) !== undefined) glib.g_source_remove(source);
  };
}

const G_IO_IN = 1;
const G_IO_ERR = 8;
const G_IO_HUP = 16;
const G_PRIORITY_HIGH = -100;

const fileReady = callback("iuL>b", (_file, _condition, number) => {
  watches.get(number)?.();
  return true;
});

export interface FileWatch {
  /**
   * Delays the task until nothing else is ready, including drawing and messages to pages; at most
   * by this many milliseconds.
   */
  letOthersGo(milliseconds: number): void;
}

/** Runs `task` whenever the file is readable. */
export function watchFile(file: number, task: () => void): FileWatch {
  let runTurn: (() => void) | null = null;
  const run = (): void => {
    runTurn?.();
    task();
  };
  const number = watches.add(run);
  const id = glib.g_unix_fd_add_full(G_PRIORITY_DEFAULT, file, G_IO_IN, fileReady(), number, null);
  const source = glib.g_main_context_find_source_by_id(null, id);
  return {
    letOthersGo(milliseconds) {
      glib.g_source_set_priority(source, afterOthers);
      const end = (): void => {
        runTurn = null;
        callOff();
        glib.g_source_set_priority(source, G_PRIORITY_DEFAULT);
      };
      const callOff = later(milliseconds, end);
      runTurn = end;
    },
  };
}

/** Runs `task` when the other end of the file has closed, before any other watcher of the file. */
export function watchHangUp(file: number, task: () => void): void {
  glib.g_unix_fd_add_full(
    G_PRIORITY_HIGH,
    file,
    G_IO_ERR | G_IO_HUP,
    fileReady(),
    watches.add(task),
    null,
  );
}

const turnTasks: (() => void)[] = [];

const turnBegins = callback("pp>b", () => {
  for (const task of turnTasks) task();
  return false; // nothing of it is ready
});

// sizeof(GSource)
const sourceSize = 96;

/** Runs `task` at the beginning of each turn of the loop, before any other source is prepared. */
export function atEachTurn(task: () => void): void {
  turnTasks.push(task);
  if (turnTasks.length > 1) return;
  // struct GSourceFuncs { prepare; check; dispatch; finalize; and two more }, which GLib reads
  // while the source exists
  const functions = glib.g_bytes_new(
    new BigUint64Array([BigInt(turnBegins()), 0n, 0n, 0n, 0n, 0n]),
    48,
  );
  const source = glib.g_source_new(glib.g_bytes_get_data(functions, null) ?? 0, sourceSize);
  glib.g_source_set_priority(source, G_PRIORITY_HIGH);
  glib.g_source_attach(source, null);
}

/** GLib's main loop, run once. */
export class Loop {
  #loop: number | undefined;
  #exitCode: number | undefined;

  /** Returns the exit code given to `quit`. */
  run(): number {
    if (this.#exitCode === undefined) {
      this.#loop = glib.g_main_loop_new(null, false);
      glib.g_main_loop_run(this.#loop);
      glib.g_main_loop_unref(this.#loop);
      this.#loop = undefined;
    }
    return this.#exitCode ?? 0;
  }

  quit(exitCode: number): void {
    this.#exitCode = exitCode;
    if (this.#loop !== undefined) glib.g_main_loop_quit(this.#loop);
  }
}
