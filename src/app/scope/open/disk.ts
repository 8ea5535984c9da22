import { lstatSync, readlinkSync, realpathSync, type BigIntStats } from "node:fs";
import { lastingIdentity, linuxVolume } from "../grants/lasting-identity.ts";
import { PathProblem, systemCode } from "../../paths/path-problem.ts";

/** The entry at a path, its last name not followed. */
export type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "file" | "folder" | "other"; readonly identity: Identity };

/**
 * Device and file number: the same for all names of one file, and for no other file at the same
 * time.
 */
export type Identity = string;

/** The disk calls that the scopes need. */
export interface Disk {
  /** Fails as the system fails, except that a missing entry is `nothing`. */
  lstat(path: string): Found;
  /**
   * The lasting identity of the file or folder at a path (lasting-identity.ts); `null`: there is
   * none. Fails as `look` does.
   */
  identify(path: string): Identity | null;
  /** An existing path in the system's own spelling, with its links followed. */
  spell(path: string): string;
  /**
   * Whether the disk of a path is case-sensitive; the end of the path may be missing. Called on
   * systems whose rules are case-insensitive.
   */
  takesCasesApart(path: string): boolean;
}

export const systemDisk: Disk = {
  lstat(path) {
    const stats = statsOf(path);
    if (stats === null) return { kind: "nothing" };
    if (stats.isSymbolicLink()) return { kind: "link", target: linkTarget(path) };
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
    return { kind, identity: identityOf(stats) };
  },
  identify: (path) => identified(path, linuxVolume),
  spell: (path) => realpathSync.native(path),
  takesCasesApart: () => false,
};

/** @param volumeOf returns the volume of a device */
export function identified(path: string, volumeOf: (device: bigint) => string): Identity | null {
  const stats = statsOf(path);
  return stats === null ? null : lastingIdentity(stats, volumeOf);
}

function statsOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

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
