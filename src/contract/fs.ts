import * as v from "valibot";
import { baseDirectories } from "./paths.ts";

export const FsOptions = v.strictObject({
  /** The folder a relative path is taken from, by its variable's name without the `$`. */
  dir: v.nullish(v.picklist(baseDirectories)),
});

export const FsDirOptions = v.strictObject({
  ...FsOptions.entries,
  /** Read folders below, too. Default: false. */
  recursive: v.nullish(v.boolean()),
});

export interface FileEntry {
  /** The whole path. */
  path: string;
  /** The last part of the path. */
  name: string;
  /** For folders: their entries, empty unless `recursive` was asked for. */
  children?: FileEntry[];
}

export type FsOptions = v.InferInput<typeof FsOptions>;
export type FsDirOptions = v.InferInput<typeof FsDirOptions>;
