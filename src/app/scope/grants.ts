import type { System } from "../../contract/target.ts";
import { absolutePath, parsePath, type AbsolutePath } from "./absolute-path.ts";
import type { Disk, Identity } from "./disk.ts";
import type { Grant, GrantChange, KeptGrant } from "./grant.ts";
import { comparable, composed } from "./letter-case.ts";
import { failure, PathProblem } from "../paths/path-problem.ts";
import { realPath, type RealPath } from "./real-path.ts";

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

  /** @throws FrameworkError when the path is not whole, or cannot be looked at */
  allowFile(path: string, options?: GrantOptions): Grant {
    return this.#add("file", path, options);
  }

  /** @throws FrameworkError when the path is not whole, or cannot be looked at */
  allowFolder(
    path: string,
    { recursive = false, ...options }: GrantOptions & { readonly recursive?: boolean } = {},
  ): Grant {
    return this.#add(recursive ? "tree" : "folder", path, options);
  }

  /**
   * A folder with what is directly in it, or anything else by itself: whichever is there.
   * @throws FrameworkError when nothing is, or it cannot be looked at
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

  /** Takes a grant back; `false` when there is none of this id. */
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

  /** Calls back after each change; returns what ends it. */
  onChange(listener: (change: GrantChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Grants again what was kept over a restart; `null`: it is another file by now, or behind a link. */
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
        : "identity" in found && fileNumber(found.identity) === fileNumber(identity);
    return isSame ? this.#add(kind, path, window === null ? {} : { window }) : null;
  }

  /**
   * Lets grants of a file go on when the app itself put another one in its place: a list that is kept over a restart tells
   * files apart by their numbers.
   */
  replaced({ names }: AbsolutePath, before: Identity, after: Identity): void {
    const key = keyOf(names.map((name) => comparable(name, this.#system)));
    const grants = this.#byPath.get(key) ?? [];
    const changed = grants.filter(({ identity }) => identity === before);
    if (changed.length === 0) return;
    const next = grants.map((grant) => (changed.includes(grant) ? { ...grant, identity: after } : grant));
    this.#byPath.set(key, next);
    for (const grant of next.filter(({ identity }) => identity === after))
      this.#tell({ kind: "changed", grant });
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
    // From the path itself up to the root: a hidden name on the way ends what a folder further up may offer.
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

  /** Another case is the same file, unless its disk says otherwise. */
  #isMeant({ path }: Grant, names: readonly string[]): boolean {
    if (this.#system !== "macos") return true;
    const { text } = absolutePath(names, this.#system);
    const isSame = composed(text, this.#system) === composed(path, this.#system);
    return isSame || !this.#disk.takesCasesApart(text);
  }

  #add(kind: Grant["kind"], text: string, { window, by = "user" }: GrantOptions = {}): Grant {
    const real = this.#resolve(text);
    const identity = "identity" in real.found ? real.found.identity : null;
    const wanted = { kind, path: real.text, identity, window: window ?? null, by };

    const key = keyOf(real.names.map((name) => comparable(name, this.#system)));
    const grants = this.#byPath.get(key) ?? [];
    const same = grants.find(
      (each) =>
        each.kind === kind && each.window === wanted.window && each.identity === identity && each.by === by,
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

/** Which file on its device. The device itself may be numbered anew at each start of the system. */
function fileNumber(identity: Identity): string {
  return identity.slice(identity.indexOf(":") + 1);
}

function keyOf(names: readonly string[]): string {
  return names.join("\0");
}
