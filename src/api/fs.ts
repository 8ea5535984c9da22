/**
 * Files and folders, within the configuration's `framework.allowlist.fs.scope` and the user's own
 * choices in dialogs.
 *
 * Also `window.__FRAMEWORK__.fs` when `build.withGlobalFramework` is true. Every function rejects
 * with the code `out-of-scope` for a path that is not allowed, `not-found` for one that does not
 * exist or has a part that is no folder, `bad-path` for one that no system accepts, `unavailable`
 * if the system has no folder for `dir`, and `io` for a failure of the system.
 *
 * Changes to one path (writes, copies, renames, removals, new folders) are made in the order of the
 * calls, whether they are awaited or not, and from all windows: of twenty saves the last one stays.
 * A change to a folder waits for those in it. Reads, listings and `exists` find what earlier
 * changes have made; no change waits for them. Changes to other files run in parallel. A change is
 * made also when its page closes or is loaded anew meanwhile, and the end of the app waits up to
 * three seconds for it.
 *
 * `writeTextFile`, `writeBinaryFile` and `copyFile` write a new file beside the path and rename it.
 * At every moment the path leads to the whole old file or the whole new one, also when the disk is
 * full or fails, or the app is killed; a new file that cannot be written completely is removed. The
 * mode, the owner and the group stay, and so do extended attributes and access lists; only a copy
 * gets the mode of its source. A link is followed, and its target is replaced.
 *
 * These are written in place, and a failure may truncate them: the target of `append`, a file with
 * several hard links, a file whose owner or attributes the app may not give to a new file, a file
 * in a folder that accepts no new file, and a file that cannot be replaced by a rename (a mount
 * point). On Windows also a file with further streams, an encrypted file, and a file that another
 * program holds open without sharing its deletion.
 *
 * During the write, the new file is called `.framework-<32 hexadecimal digits>.tmp`. `readDir`
 * leaves such files out. Those of a killed app are removed when an app writes in the same folder,
 * or removes it, an hour later or more.
 */
import type { FileEntry, FsDirOptions, FsOptions } from "../contract/commands/fs.ts";
import type { ArrivedBytes } from "../contract/page/bytes.ts";
import { invoke, invokeForBytes } from "./invoke.ts";
import { bytesOf } from "./parts/bytes.ts";

export { BaseDirectory, BaseDirectory as Dir } from "./parts/base-directory.ts";
export type { FileEntry, FsDirOptions, FsOptions } from "../contract/commands/fs.ts";
export type { ArrivedBytes } from "../contract/page/bytes.ts";

export type BinaryFileContents = Iterable<number> | ArrayLike<number> | ArrayBuffer;

/** A path and the text to write, as one value. */
export interface FsTextFileOption {
  path: string;
  contents: string;
}

/** A path and the bytes to write, as one value. */
export interface FsBinaryFileOption {
  path: string;
  contents: BinaryFileContents;
}

/**
 * Reads a file as UTF-8 text. Needs `framework.allowlist.fs.readFile`.
 *
 * @example
 * const notes = await readTextFile("notes.txt", { dir: BaseDirectory.Document });
 */
export function readTextFile(path: string, options?: FsOptions): Promise<string> {
  return invoke("fs.readTextFile", { path, options });
}

/**
 * Reads a file as bytes. Needs `framework.allowlist.fs.readFile`.
 *
 * @example
 * const picture = new Blob([await readBinaryFile(path)]);
 */
export function readBinaryFile(path: string, options?: FsOptions): Promise<ArrivedBytes> {
  return invokeForBytes("fs.readBinaryFile", { path, options });
}

/**
 * Writes a file as UTF-8 text, replacing its content. Needs `framework.allowlist.fs.writeFile`.
 *
 * @param options `append`: add to the end instead
 *
 * @example
 * await writeTextFile("notes.txt", "buy milk\n", { dir: BaseDirectory.Document, append: true });
 */
export function writeTextFile(path: string, contents: string, options?: FsOptions): Promise<void>;
export function writeTextFile(file: FsTextFileOption, options?: FsOptions): Promise<void>;
export function writeTextFile(
  file: string | FsTextFileOption,
  contents?: string | FsOptions,
  options?: FsOptions,
): Promise<void> {
  return typeof file === "string"
    ? invoke("fs.writeTextFile", { path: file, contents: contents as string, options })
    : invoke("fs.writeTextFile", {
        ...file,
        options: options ?? (contents as FsOptions | undefined),
      });
}

/**
 * The same as {@link writeTextFile}, by its old name. Needs `framework.allowlist.fs.writeFile`.
 *
 * @example
 * await writeFile("notes.txt", "buy milk\n", { dir: BaseDirectory.Document });
 */
export const writeFile: typeof writeTextFile = writeTextFile;

/**
 * Writes a file as bytes, replacing its content. Needs `framework.allowlist.fs.writeFile`.
 *
 * @param options `append`: add to the end instead
 *
 * @example
 * await writeBinaryFile("picture.png", await blob.arrayBuffer(), { dir: BaseDirectory.Picture });
 */
export function writeBinaryFile(
  path: string,
  contents: BinaryFileContents,
  options?: FsOptions,
): Promise<void>;
export function writeBinaryFile(file: FsBinaryFileOption, options?: FsOptions): Promise<void>;
export function writeBinaryFile(
  file: string | FsBinaryFileOption,
  contents?: BinaryFileContents | FsOptions,
  options?: FsOptions,
): Promise<void> {
  const [whole, given] =
    typeof file === "string"
      ? [{ path: file, contents: contents as BinaryFileContents }, options]
      : [file, options ?? (contents as FsOptions | undefined)];
  return invoke("fs.writeBinaryFile", {
    ...whole,
    contents: bytesOf(whole.contents),
    options: given,
  });
}

/**
 * Copies a file, replacing the content of the destination, which gets the mode of the source where
 * the system permits it. Needs `framework.allowlist.fs.copyFile`; the scope must allow both paths.
 *
 * @example
 * await copyFile("notes.txt", "notes.bak", { dir: BaseDirectory.Document });
 */
export function copyFile(source: string, destination: string, options?: FsOptions): Promise<void> {
  return invoke("fs.copyFile", { source, destination, options });
}

/**
 * Renames or moves a file or folder, replacing a file of the new name. Needs
 * `framework.allowlist.fs.renameFile`; the scope must allow both paths, and the whole content of a
 * folder.
 *
 * @example
 * await renameFile("draft.txt", "final.txt", { dir: BaseDirectory.Document });
 */
export function renameFile(oldPath: string, newPath: string, options?: FsOptions): Promise<void> {
  return invoke("fs.renameFile", { oldPath, newPath, options });
}

/**
 * Removes a file; for a link, the link itself. Needs `framework.allowlist.fs.removeFile`.
 *
 * @example
 * await removeFile("notes.bak", { dir: BaseDirectory.Document });
 */
export function removeFile(path: string, options?: FsOptions): Promise<void> {
  return invoke("fs.removeFile", { path, options });
}

/**
 * Makes a folder. Needs `framework.allowlist.fs.createDir`.
 *
 * Rejects with `already-exists` when there is one, and with `not-found` when its parent folder does
 * not exist; with `recursive` neither is an error.
 *
 * @example
 * await createDir("exports/2025", { dir: BaseDirectory.AppData, recursive: true });
 */
export function createDir(path: string, options?: FsDirOptions): Promise<void> {
  return invoke("fs.createDir", { path, options });
}

/**
 * Removes an empty folder; with `recursive` also its content, which the scope must allow. Needs
 * `framework.allowlist.fs.removeDir`.
 *
 * @example
 * await removeDir("exports", { dir: BaseDirectory.AppData, recursive: true });
 */
export function removeDir(path: string, options?: FsDirOptions): Promise<void> {
  return invoke("fs.removeDir", { path, options });
}

/**
 * Lists a folder. Needs `framework.allowlist.fs.readDir`.
 *
 * Entries that are not allowed are left out. A dangling link is an entry without `children`.
 * Entries whose names are not valid Unicode are left out, because no path leads to them; standard
 * error reports their number. Folders have `children`, filled when `recursive` is true: then more
 * than 1,000,000 entries are refused.
 *
 * @example
 * for (const { name } of await readDir("", { dir: BaseDirectory.Document })) console.log(name);
 */
export function readDir(path: string, options?: FsDirOptions): Promise<FileEntry[]> {
  return invoke("fs.readDir", { path, options });
}

/**
 * Whether a file or folder exists. Needs `framework.allowlist.fs.exists`.
 *
 * @example
 * if (!(await exists("notes.txt", { dir: BaseDirectory.Document }))) showWelcome();
 */
export function exists(path: string, options?: FsOptions): Promise<boolean> {
  return invoke("fs.exists", { path, options });
}
