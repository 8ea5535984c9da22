import type { System } from "../../../contract/target.ts";
import { absolutePath, parentOf, parsePath, type AbsolutePath } from "../path/absolute-path.ts";
import type { Disk, Identity } from "../open/disk.ts";
import type { Grant, GrantChange, KeptGrant } from "./grant.ts";
import { comparable, composed } from "../path/letter-case.ts";
import { isOnOtherVolume, isSameFile } from "./lasting-identity.ts";
import { failure, PathProblem } from "../../paths/path-problem.ts";
import { realPath, type RealPath } from "../path/real-path.ts";

export interface GrantOptions {
  /** Default: every window. */
  readonly window?: string;
  /** Default: the user. */
  readonly by?: Grant["by"];
}

const action = "let pages use";

/** The paths chosen by the user since the app started. The scopes of files and assets share one. */
export class Grants {
  readonly #system: System;
  readonly #disk: Disk;
  readonly #byPath = new Map<string, Grant[]>();
  readonly #listeners = new Set<(change: GrantChange) => void>();
  #lastId = 0;

  constructor({ system, disk }: { readonly system: System; readonly disk: Disk }) {
    this.#system = system;
    this.#disk = disk;
  }

  /** @throws FrameworkError when the path is not absolute, or cannot be accessed */
  allowFile(path: string, options?: GrantOptions): Grant {
    return this.#add("file", path, options);
  }

  /** @throws FrameworkError when the path is not absolute, or cannot be accessed */
  allowFolder(
    path: string,
    { recursive = false, ...options }: GrantOptions & { readonly recursive?: boolean } = {},
  ): Grant {
    return this.#add(recursive ? "tree" : "folder", path, options);
  }

  /**
   * Grants a folder with its direct children, or any other entry by itself, depending on the entry.
   * @throws FrameworkError when there is none, or it cannot be accessed
   */
  allowThere(path: string): Grant {
    const { kind } = this.#resolve(path).found;
    if (kind === "nothing")
      throw failure(action, path, new PathProblem("not-found", "there is no such file or folder"));
    return this.#add(kind === "folder" ? "folder" : "file", path);
  }

  list(): readonly Grant[] {
    return [...this.#byPath.values()].flat().sort((a, b) => a.id - b.id);
  }

  /** Revokes a grant; `false` when there is none with this id. */
  revoke(id: number): boolean {
    for (const [key, grants] of this.#byPath) {
      const left = grants.filter((grant) => grant.id !== id);
      if (left.length === grants.length) continue;
      if (left.length === 0) this.#byPath.delete(key);
      else this.#byPath.set(key, left);
      this.#tell({ kind: "revoked", grant: grants.find((grant) => grant.id === id) as Grant });
      return true;
    }
    return false;
  }

  /** Calls back after each change; returns a function that removes the listener. */
  onChange(listener: (change: GrantChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Restores a kept grant; `null`: it is another file now, or behind a link. */
  restore({ kind, path, identity, window }: KeptGrant): Grant | null {
    let real: RealPath;
    try {
      real = this.#resolve(path);
    } catch {
      return null;
    }
    if (real.text !== path) return null;
    const { found } = real;
    const isSame =
      identity === null
        ? kind === "file" && (found.kind === "file" || found.kind === "nothing")
        : this.#isStill(path, identity);
    return isSame ? this.#add(kind, path, window === null ? {} : { window }) : null;
  }

  /**
   * Whether a kept grant is unreachable now, but may return unchanged: its drive is absent, or
   * replaced by another.
   */
  isAway({ path, identity }: KeptGrant): boolean {
    try {
      const here = this.#disk.identify(path);
      if (here !== null) return identity !== null && isOnOtherVolume(identity, here);
      // If a drive is not mounted, its mount point belongs to another volume. A file that is
      // missing from a folder of its own volume was removed.
      const folder = this.#disk.identify(
        parentOf(parsePath(path, this.#system), this.#system).text,
      );
      return folder === null || identity === null || isOnOtherVolume(identity, folder);
    } catch {
      return true;
    }
  }

  /**
   * Called before the app itself replaces or creates a file: its grants continue, also in a list
   * that is kept across a restart.
   *
   * @returns a function to call when the new file is in place
   */
  replacing(path: AbsolutePath): () => void {
    const key = keyOf(path.names.map((name) => comparable(name, this.#system)));
    if (!this.#byPath.has(key)) return () => {};
    const before = this.#identify(path.text);
    return () => {
      const after = this.#identify(path.text);
      for (const grant of this.#byPath.get(key) ?? []) {
        if (grant.identity !== before || after === null || after === before) continue;
        const next = { ...grant, identity: after };
        const grants = this.#byPath.get(key) ?? [];
        this.#byPath.set(
          key,
          grants.map((each) => (each === grant ? next : each)),
        );
        this.#tell({ kind: "changed", grant: next });
      }
    };
  }

  #isStill(path: string, kept: Identity): boolean {
    const now = this.#identify(path);
    return now !== null && isSameFile(kept, now);
  }

  #identify(path: string): Identity | null {
    try {
      return this.#disk.identify(path);
    } catch {
      return null;
    }
  }

  #tell(change: GrantChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** The grant that lets a window reach a real path, or `null`. */
  find(
    path: AbsolutePath,
    options: { readonly window: string | null; readonly requireLiteralLeadingDot: boolean },
  ): Grant | null {
    if (this.#byPath.size === 0) return null;
    const names = path.names.map((name) => comparable(name, this.#system));
    // From the path itself up to the root: a hidden name on the way blocks grants of folders
    // further up.
    for (let length = names.length; length >= 0; length--) {
      const below = names.length - length;
      if (below > 0 && options.requireLiteralLeadingDot && names[length]?.startsWith(".") === true)
        return null;
      const grant = this.#byPath
        .get(keyOf(names.slice(0, length)))
        ?.find(
          (each) =>
            reaches(each, below) &&
            (each.window === null || each.window === options.window) &&
            this.#isMeant(each, path.names.slice(0, length)),
        );
      if (grant !== undefined) return grant;
    }
    return null;
  }

  /** Another case is the same file, unless its disk distinguishes cases. */
  #isMeant({ path }: Grant, names: readonly string[]): boolean {
    if (this.#system !== "macos") return true;
    const { text } = absolutePath(names, this.#system);
    const isSame = composed(text, this.#system) === composed(path, this.#system);
    return isSame || !this.#disk.takesCasesApart(text);
  }

  #add(kind: Grant["kind"], text: string, { window, by = "user" }: GrantOptions = {}): Grant {
    const real = this.#resolve(text);
    const identity = "identity" in real.found ? this.#identify(real.text) : null;
    const wanted = { kind, path: real.text, identity, window: window ?? null, by };

    const key = keyOf(real.names.map((name) => comparable(name, this.#system)));
    const grants = this.#byPath.get(key) ?? [];
    const same = grants.find(
      (each) =>
        each.kind === kind &&
        each.window === wanted.window &&
        each.identity === identity &&
        each.by === by,
    );
    if (same !== undefined) return same;
    const grant = { id: ++this.#lastId, ...wanted };
    this.#byPath.set(key, [...grants, grant]);
    this.#tell({ kind: "added", grant });
    return grant;
  }

  #resolve(text: string): RealPath {
    try {
      return realPath(parsePath(text, this.#system), this.#system, this.#disk);
    } catch (error) {
      throw failure(action, text, error);
    }
  }
}

function reaches({ kind }: Grant, levelsBelow: number): boolean {
  return levelsBelow === 0 || kind === "tree" || (kind === "folder" && levelsBelow === 1);
}

function keyOf(names: readonly string[]): string {
  return names.join("\0");
}
