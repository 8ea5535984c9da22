import { existsSync, lstatSync, statSync, watch, type FSWatcher, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FrameworkError } from "framework/app";
import type { Change, Changes } from "./changes.ts";

/** A path that a page watches. */
export interface WatchedPath {
  /** As the page names it, the prefix of its events. */
  readonly given: string;
  /** The same with its links followed. @throws FrameworkError if the page may not watch it */
  readonly locate: () => string;
  readonly isRecursive: boolean;
}

/** One watched path. */
export class Place {
  readonly #path: WatchedPath;
  readonly #changes: Changes;
  #watcher: FSWatcher | null = null;

  /** @throws FrameworkError */
  constructor(path: WatchedPath, changes: Changes) {
    this.#path = path;
    this.#changes = changes;
    this.#watch(path.locate());
    changes.addRoot(path.given);
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** @throws FrameworkError */
  #watch(real: string): void {
    const { given, isRecursive } = this.#path;
    try {
      const isFolder = statSync(real).isDirectory();
      // The watch of a file ends when another one replaces it, as most editors save. So its folder
      // is watched.
      const name = isFolder ? null : basename(real);
      const folder = isFolder ? real : dirname(real);
      const first = identityOf(folder);
      const onGone = (): void => this.#lose(real);
      const onChange = (event: string, changed: string | null): void => {
        // An event of the folder itself has no name, or that of the folder.
        const isOfFolder = !changed || (changed === basename(folder) && event === "rename");
        if (isOfFolder && identityOf(folder) !== first) return onGone();
        if (name !== null && changed && changed !== name) return;
        const path = name !== null || !changed ? given : join(given, changed);
        const kind = kindOf(changed ? join(folder, changed) : folder, event === "rename");
        this.#changes.add(path, kind);
      };
      this.#use(folder, isRecursive && isFolder, onChange, onGone);
    } catch (error) {
      throw refusal(given, error);
    }
  }

  #use(
    folder: string,
    recursive: boolean,
    onChange: (event: string, changed: string | null) => void,
    onGone: () => void,
  ): void {
    this.#watcher?.close();
    const watcher = watch(folder, { recursive }, (event, changed) => {
      if (this.#watcher === watcher) onChange(event, changed);
    });
    watcher.on("error", ({ message }) => {
      if (this.#watcher !== watcher) return;
      // Windows reports the end of a folder so.
      if (existsSync(folder)) this.#giveUp(message);
      else onGone();
    });
    this.#watcher = watcher;
  }

  /** The folder of the watch was removed, renamed or replaced. */
  #lose(target: string): void {
    this.#changes.add(this.#path.given, { remove: { kind: "any" } });
    if (!this.#isBack()) this.#await(target);
  }

  /** Watches what is left of the way to a path, until there is something at its end. */
  #await(target: string): void {
    let above: string;
    do {
      above = existingAbove(target);
      try {
        const look = (): void => {
          if (!this.#isBack() && existingAbove(target) !== above) this.#await(target);
        };
        this.#use(above, false, look, look);
      } catch (error) {
        return this.#giveUp((error as Error).message);
      }
    } while (existingAbove(target) !== above);
    // It may have returned before this watch began.
    this.#isBack();
  }

  /** Watches what is at the path now, if the page may: the path is checked anew. */
  #isBack(): boolean {
    const { given, locate } = this.#path;
    try {
      const real = locate();
      this.#watch(real);
      // The content of a folder that was made before it was watched again has no events.
      if (statSync(real).isDirectory()) this.#changes.overflow(given);
      else this.#changes.add(given, kindOf(real, true));
      return true;
    } catch {
      return false;
    }
  }

  #giveUp(reason: string): void {
    process.stderr.write(`fs-watch: "${this.#path.given}" is watched no longer: ${reason}\n`);
    this.#changes.overflow(this.#path.given);
  }
}

/** The nearest folder above that exists. */
function existingAbove(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(above) ? above : existingAbove(above);
}

/** Differs for a folder that was made again in the place of another one. */
function identityOf(folder: string): string {
  const status = statusOf(folder, statSync);
  return status === null ? "" : [status.dev, status.ino, status.birthtimeMs].join();
}

/**
 * The kind of a path's change. The system's events do not contain it, so it is read from the disk.
 */
function kindOf(path: string, isRename: boolean): Change {
  const status = statusOf(path, lstatSync);
  if (status === null) return { remove: { kind: "any" } };
  if (!isRename) return { modify: { kind: "any" } };
  return { create: { kind: status.isDirectory() ? "folder" : status.isFile() ? "file" : "any" } };
}

/**
 * `null`: there is nothing that could be watched. Not by `throwIfNoEntry`: Bun throws an error if a
 * file has taken the place of a folder, and Windows has others for an entry that is being removed.
 */
function statusOf(path: string, read: (path: string) => Stats): Stats | null {
  try {
    return read(path);
  } catch {
    return null;
  }
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
