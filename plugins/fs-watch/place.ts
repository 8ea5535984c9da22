import { existsSync, lstatSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FrameworkError } from "framework/app";
import type { Change, Changes } from "./changes.ts";

/** One watched path. */
export class Place {
  readonly #watcher: FSWatcher;

  /**
   * @param given the path as the page names it, the prefix of its events
   * @param real the same with its links followed
   * @throws FrameworkError
   */
  constructor(given: string, real: string, recursive: boolean, changes: Changes) {
    try {
      const isFolder = statSync(real).isDirectory();
      // The watch of a file ends when another one replaces it, as most editors save. So its folder
      // is watched.
      const name = isFolder ? null : basename(real);
      const folder = isFolder ? real : dirname(real);
      const watcher = watch(folder, { recursive: recursive && isFolder }, (event, changed) => {
        // The folder itself was removed: the event has no name, or the name of the folder.
        const isGone = !changed || (changed === basename(folder) && !existsSync(folder));
        const below = isGone ? null : changed;
        if (name !== null && below !== null && below !== name) return;
        const path = name !== null || below === null ? given : join(given, below);
        const kind = kindOf(below === null ? folder : join(folder, below), event === "rename");
        changes.add(path, kind);
      });
      watcher.on("error", ({ message }) => {
        process.stderr.write(`fs-watch: "${given}" is watched no longer: ${message}\n`);
        changes.overflow(given);
      });
      this.#watcher = watcher;
      changes.addRoot(given);
    } catch (error) {
      throw refusal(given, error);
    }
  }

  close(): void {
    this.#watcher.close();
  }
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
