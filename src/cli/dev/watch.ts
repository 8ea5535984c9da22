import { existsSync, readdirSync, statSync, watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import type { System } from "../../contract/target.ts";

/**
 * The delay of the search after the last sign of a change, in milliseconds: editors write in
 * several steps.
 */
const quiet = 20;

/** The maximum delay by further signs, in milliseconds: a continuous writer never pauses. */
const patience = 500;

export interface WatchOptions {
  readonly system: System;
  readonly folder?: string;
  /** Called at each search for the files and folders to skip, by their paths below the folder. */
  readonly ignoring?: () => (path: string, kind: "file" | "folder") => boolean;
  /** Called at each search for more files, by their absolute paths. */
  readonly files?: () => readonly string[];
  /** Called with the absolute paths of added, changed or removed files. */
  readonly changed: (paths: readonly string[]) => void;
  /** Called once, with a sentence for the user, when the system watches no more folders. */
  readonly unwatched: (problem: string) => void;
}

/** The limits of watches on Linux, by the error code, with a sufficient value. */
const limits: Readonly<Record<string, string>> = {
  EMFILE: "fs.inotify.max_user_instances=1024",
  ENOSPC: "fs.inotify.max_user_watches=524288",
};

/** Advice when a folder cannot be watched because of such a limit; `null`: the cause is another. */
export function watchProblem(folder: string, error: unknown, system: System): string | null {
  if (system !== "linux") return null;
  const { code, message } = error as NodeJS.ErrnoException;
  // Bun's server reports it only in words.
  const limit = limits[code ?? message.split(" ", 1)[0] ?? ""];
  if (limit === undefined) return null;
  return `Cannot watch "${folder}": your programs watch as much as they may. End some of them, or run: sudo sysctl ${limit}`;
}

/**
 * Watches a folder, or files. The system's signs only trigger a search: changes are found by
 * comparison, so that every editor's way of saving works, and lost signs do no harm. `node_modules`
 * is skipped.
 */
export class FolderWatch implements Disposable {
  readonly #options: WatchOptions;
  /** By the folder, with its identity: another one may have replaced it. */
  readonly #watchers = new Map<
    string,
    { readonly identity: string; readonly watcher: FSWatcher }
  >();
  #states: ReadonlyMap<string, string>;
  #hasReported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first sign since the last search. */
  #signAt: number | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#states = this.#look();
  }

  #look(): Map<string, string> {
    const states = new Map<string, string>();
    const folders = new Set<string>();
    const isIgnored = this.#options.ignoring?.();
    const visit = (folder: string, above = ""): void => {
      folders.add(folder);
      // Watched before it is read: later changes give a sign.
      this.#watch(folder);
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.name === "node_modules") continue;
        const below = above + entry.name;
        if (isIgnored?.(below, entry.isDirectory() ? "folder" : "file") === true) continue;
        if (entry.isDirectory()) visit(path, `${below}/`);
        else add(path);
      }
    };
    const add = (path: string): void => {
      const state = stateOf(path);
      if (state !== null) states.set(path, state);
    };
    const awaitIn = (folder: string): void => {
      folders.add(folder);
      this.#watch(folder);
    };
    const { folder: whole } = this.#options;
    if (whole !== undefined) {
      if (!existsSync(whole)) awaitIn(existingFolder(whole));
      visit(whole);
    }
    for (const file of this.#options.files?.() ?? []) {
      awaitIn(existingFolder(dirname(file)));
      add(file);
    }
    for (const [folder, { watcher }] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    return states;
  }

  #watch(folder: string): void {
    const identity = identityOf(folder);
    const known = this.#watchers.get(folder);
    if (identity === null || known?.identity === identity) return;
    known?.watcher.close();
    this.#watchers.delete(folder);
    try {
      const watcher = watch(folder, () => this.#lookSoon());
      // A removed folder takes its watcher with it; its parent folder gives a sign.
      watcher.on("error", () => this.#lookSoon());
      this.#watchers.set(folder, { identity, watcher });
    } catch (error) {
      const problem = watchProblem(folder, error, this.#options.system);
      // Otherwise it was removed since it was listed.
      if (problem === null || this.#hasReported) return;
      this.#hasReported = true;
      this.#options.unwatched(`${problem}\nUntil the next start, changes there are not seen`);
    }
  }

  #lookSoon(): void {
    this.#signAt ??= performance.now();
    if (performance.now() - this.#signAt > patience) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#compare(), quiet);
  }

  /**
   * Switches to another list of files. Changes of the common ones are reported; added and removed
   * ones are not.
   */
  relist(): void {
    const before = this.#states;
    const listed = new Set(this.#options.files?.());
    this.#compare((path) => before.has(path) && listed.has(path));
  }

  #compare(counts: (path: string) => boolean = () => true): void {
    this.#signAt = null;
    const before = this.#states;
    const after = this.#look();
    this.#states = after;
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path) && counts(path),
    );
    if (changed.length > 0) this.#options.changed(changed.sort());
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }
}

/** `null`: there is no such file. */
function stateOf(path: string): string | null {
  try {
    const { mtimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return null;
  }
}

/** The identity of the folder at a path: inode numbers are reused. `null`: there is none. */
function identityOf(folder: string): string | null {
  try {
    const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
    return `${dev} ${ino} ${birthtimeNs}`;
  } catch {
    return null;
  }
}

/** The folder, or the nearest parent in which it may be created. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder
    ? folder
    : existingFolder(dirname(folder));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // Removed since it was listed.
  }
}
