import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { PathProblem, systemCode } from "../paths/path-problem.ts";

/** What is at a path, its last name not followed. */
export type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "file" | "folder" | "other"; readonly identity: Identity };

/** Device and file number: the same for all names of one file, and for no other file at the same time. */
export type Identity = string;

/** All that the scopes ask of a disk. */
export interface Disk {
  /** Fails as the system fails, except that what does not exist is `nothing`. */
  look(path: string): Found;
  /** An existing path in the system's own spelling, its links followed. */
  spell(path: string): string;
  /**
   * Whether names that differ in case alone are two on the disk of a path, of which the end may be missing. Asked where the
   * rules of a system take them for one.
   */
  takesCasesApart(path: string): boolean;
}

export const systemDisk: Disk = {
  look(path) {
    let stats;
    try {
      stats = lstatSync(path, { bigint: true });
    } catch (error) {
      const code = systemCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return { kind: "nothing" };
      throw error;
    }
    if (stats.isSymbolicLink()) return { kind: "link", target: linkTarget(path) };
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
    return { kind, identity: identityOf(stats) };
  },
  spell: (path) => realpathSync.native(path),
  takesCasesApart: () => false,
};

export function identityOf(stats: { readonly dev: bigint; readonly ino: bigint }): Identity {
  return `${stats.dev}:${stats.ino}`;
}

function linkTarget(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      readlinkSync(path, { encoding: "buffer" }),
    );
  } catch (error) {
    if (systemCode(error) !== null) throw error;
    throw new PathProblem("bad-path", "it goes through a link whose target is not valid Unicode", {
      cause: error,
    });
  }
}
