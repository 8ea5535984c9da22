import { existsSync, lstatSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FrameworkError } from "framework/app";
import type { Change, Changes } from "./changes.ts";

/** One watched path. */
export class Place {
  readonly #given: string;
  readonly #recursive: boolean;
  readonly #changes: Changes;
  /** The watched folder, and the name of the watched file in it; `null`: all of the folder. */
  readonly #folder: string;
  readonly #name: string | null;
  #watcher: FSWatcher;

  /**
   * @param given the path as the page names it, the prefix of its events
   * @param real the same with its links followed
   * @throws FrameworkError
   */
  constructor(given: string, real: string, recursive: boolean, changes: Changes) {
    this.#given = given;
    this.#changes = changes;
    try {
      const isTree = statSync(real).isDirectory();
      // The watch of a file ends when another one replaces it, as most editors save. So its folder
      // is watched.
      this.#recursive = recursive && isTree;
      this.#name = isTree ? null : basename(real);
      this.#folder = isTree ? real : dirname(real);
      this.#watcher = this.#watch();
      changes.addRoot(given);
    } catch (error) {
      throw refusal(given, error);
    }
  }

  #watch(): FSWatcher {
    const [folder, name, given] = [this.#folder, this.#name, this.#given];
    const watcher = watch(folder, { recursive: this.#recursive }, (event, changed) => {
      // The folder itself was removed: the event has no name, or the name of the folder.
      const isGone = !changed || (changed === basename(folder) && !existsSync(folder));
      const below = isGone ? null : changed;
      if (name !== null && below !== null && below !== name) return;
      const path = name !== null || below === null ? given : join(given, below);
      const kind = kindOf(below === null ? folder : join(folder, below), event === "rename");
      this.#changes.add(path, kind);
      if (isGone && !isFolder(folder)) this.#awaitFolder(watcher);
    });
    return this.#reported(watcher);
  }

  /** Watches the folder above until the removed one is made again, and then that one. */
  #awaitFolder(gone: FSWatcher): void {
    if (this.#watcher !== gone) return;
    gone.close();
    const above = dirname(this.#folder);
    if (!isFolder(above)) return;
    this.#watcher = this.#reported(watch(above, () => this.#resume()));
    // It may be there before it was waited for.
    this.#resume();
  }

  #resume(): void {
    if (!isFolder(this.#folder)) return;
    this.#watcher.close();
    this.#watcher = this.#watch();
    const path = this.#name === null ? this.#folder : join(this.#folder, this.#name);
    const change = kindOf(path, true);
    if (!("remove" in change)) this.#changes.add(this.#given, change);
    // Entries that were made with the folder have no event.
    this.#changes.overflow(this.#given);
  }

  #reported(watcher: FSWatcher): FSWatcher {
    watcher.on("error", ({ message }) => {
      process.stderr.write(`fs-watch: "${this.#given}" is watched no longer: ${message}\n`);
      this.#changes.overflow(this.#given);
    });
    return watcher;
  }

  close(): void {
    this.#watcher.close();
  }
}

/** A link in the place of a watched folder may lead out of the scope. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The kind of a path's change. The system's events do not contain it, so it is read from the disk.
 */
function kindOf(path: string, isRename: boolean): Change {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return { remove: { kind: "any" } };
  if (!isRename) return { modify: { kind: "any" } };
  return { create: { kind: status.isDirectory() ? "folder" : status.isFile() ? "file" : "any" } };
}

function refusal(path: string, error: unknown): FrameworkError {
  const { code, message } = error as NodeJS.ErrnoException;
  const fail = (kind: "not-found" | "unavailable" | "io", reason: string): FrameworkError =>
    new FrameworkError(kind, `Cannot watch "${path}": ${reason}`, { cause: error });
  if (code === "ENOENT") return fail("not-found", "there is no such file or folder");
  if (code === "ENOSPC")
    return fail("unavailable", "the user's watches are used up; raise fs.inotify.max_user_watches");
  if (code === "EMFILE")
    return fail(
      "unavailable",
      "the user's watchers are used up; raise fs.inotify.max_user_instances",
    );
  return fail("io", message);
}
