import { readFileSync } from "node:fs";
import { FrameworkError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import { pathsOf } from "../paths/dialect.ts";
import { makePrivateFolder, privateFolder } from "../paths/private-folder.ts";
import { replaceFile } from "../paths/replace-file.ts";

const most = 10;
const folderName = "recent-files";

/**
 * The files that the app has opened last, for the menu of the role `recentFiles`; kept across runs.
 */
export class RecentFiles {
  readonly #folders: BaseDirectories;
  readonly #system: System;
  #list: readonly string[] | null = null;
  #changed = (): void => {};

  constructor(folders: BaseDirectories, system: System) {
    this.#folders = folders;
    this.#system = system;
  }

  /** The latest first. */
  get list(): readonly string[] {
    return (this.#list ??= this.#read());
  }

  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** @throws FrameworkError `bad-argument` for a path that is not absolute */
  add(path: string): void {
    if (!pathsOf(this.#system).isAbsolute(path))
      throw new FrameworkError(
        "bad-argument",
        `Cannot add "${path}" to the recent files: want a whole path`,
      );
    this.#keep([path, ...this.list.filter((other) => other !== path)].slice(0, most));
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(list: readonly string[]): void {
    this.#list = list;
    const folder = makePrivateFolder(this.#folders, this.#system, folderName);
    replaceFile(pathsOf(this.#system).join(folder, "list.json"), JSON.stringify(list));
    this.#changed();
  }

  #read(): readonly string[] {
    const folder = privateFolder(this.#folders, this.#system);
    if (folder === null) return [];
    try {
      const read: unknown = JSON.parse(
        readFileSync(pathsOf(this.#system).join(folder, folderName, "list.json"), "utf8"),
      );
      return Array.isArray(read)
        ? read.filter((path) => typeof path === "string").slice(0, most)
        : [];
    } catch {
      // The file is missing or truncated: the list starts empty.
      return [];
    }
  }
}
