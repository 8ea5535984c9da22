import * as v from "valibot";
import { Bytes, type ArrivedBytes } from "../page/bytes.ts";
import { command } from "./command.ts";
import { baseDirectories, baseDirectoryNumbers, type BaseDirectoryName } from "../paths.ts";

const directories = [...baseDirectories, ...baseDirectoryNumbers] as const;

const BaseDirectory = v.pipe(
  v.picklist(directories),
  v.transform((given): BaseDirectoryName =>
    typeof given === "string" ? given : (baseDirectories[given - 1] as BaseDirectoryName),
  ),
);

const dir = v.nullish(BaseDirectory);

export const FsOptions = v.strictObject({
  /** The base folder of a relative path. */
  dir,
  /** For writes: append to the file instead of replacing its content. Default: false. */
  append: v.nullish(v.boolean()),
});

export const FsDirOptions = v.strictObject({
  /** The base folder of a relative path. */
  dir,
  /** Include everything below, too. Default: false. */
  recursive: v.nullish(v.boolean()),
});

export interface FileEntry {
  /** The whole path. */
  path: string;
  /** The last part of the path. */
  name: string;
  /** For folders: their entries, empty unless `recursive` was set. */
  children?: FileEntry[];
}

export type FsOptions = v.InferInput<typeof FsOptions>;
export type FsDirOptions = v.InferInput<typeof FsDirOptions>;

const path = v.string();

export const fsCommands = {
  "fs.readTextFile": command<string>()(
    "fs.readFile",
    v.strictObject({ path, options: v.nullish(FsOptions) }),
  ),
  "fs.readBinaryFile": command<ArrivedBytes>()(
    "fs.readFile",
    v.strictObject({ path, options: v.nullish(FsOptions) }),
  ),
  "fs.writeTextFile": command<void>()(
    "fs.writeFile",
    // A long text arrives as UTF-8, the encoding in which it is written.
    v.strictObject({ path, contents: v.union([v.string(), Bytes]), options: v.nullish(FsOptions) }),
  ),
  "fs.writeBinaryFile": command<void>()(
    "fs.writeFile",
    v.strictObject({ path, contents: Bytes, options: v.nullish(FsOptions) }),
  ),
  "fs.copyFile": command<void>()(
    "fs.copyFile",
    v.strictObject({ source: path, destination: path, options: v.nullish(FsOptions) }),
  ),
  "fs.renameFile": command<void>()(
    "fs.renameFile",
    v.strictObject({ oldPath: path, newPath: path, options: v.nullish(FsOptions) }),
  ),
  "fs.removeFile": command<void>()(
    "fs.removeFile",
    v.strictObject({ path, options: v.nullish(FsOptions) }),
  ),
  "fs.createDir": command<void>()(
    "fs.createDir",
    v.strictObject({ path, options: v.nullish(FsDirOptions) }),
  ),
  "fs.removeDir": command<void>()(
    "fs.removeDir",
    v.strictObject({ path, options: v.nullish(FsDirOptions) }),
  ),
  "fs.readDir": command<FileEntry[]>()(
    "fs.readDir",
    v.strictObject({ path, options: v.nullish(FsDirOptions) }),
  ),
  "fs.exists": command<boolean>()(
    "fs.exists",
    v.strictObject({ path, options: v.nullish(FsOptions) }),
  ),
} as const;
