import { callback } from "../ffi/callback.ts";
import { Held } from "../ffi/held.ts";
import { glib } from "./lib/glib.ts";

// While GLib's loop runs, none of Bun's timers does: these stand in for them.

const G_PRIORITY_DEFAULT = 0;
const G_PRIORITY_LOW = 300;
/**
 * Behind the redrawing of windows, and what is handed to pages, which has G_PRIORITY_DEFAULT_IDLE.
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

/** Runs `task` when the loop has nothing else to do. */
export function whenIdle(task: () => void): void {
  glib.g_idle_add_full(G_PRIORITY_LOW, runTurn(), turns.add(task), null);
}

/** Runs `task` once after a time. The returned function calls it off. */
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
   * The task runs next when nothing else is ready, what is drawn and what pages get included; after
   * so many milliseconds in any case.
   */
  letOthersGo(milliseconds: number): void;
}

/** Runs `task` whenever the file has something to read. */
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

/**
 * Runs `task` when the other end of the file has closed, before anything else that waits for the
 * file hears of it.
 */
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

/**
 * Runs `task` at the beginning of each turn of the loop, before anything else gets ready for it.
 */
export function atEachTurn(task: () => void): void {
  turnTasks.push(task);
  if (turnTasks.length > 1) return;
  // struct GSourceFuncs { prepare; check; dispatch; finalize; and two more }, which GLib reads for
  // as long as the source is there
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
