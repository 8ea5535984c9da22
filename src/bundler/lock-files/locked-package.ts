/** A third-party package in a lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-<base64>`, several separated by spaces. */
  readonly integrity: string | null;
  readonly license: string | null;
}

/** The input for reading a lock file. */
export interface LockFile {
  readonly text: string;
  /** The folder that contains it. */
  readonly folder: string;
}

/** A row of a lock file, by its key in the format. */
export interface LockedRow {
  /** `null`: a part of the project itself. */
  readonly locked: LockedPackage | null;
  /**
   * Keys of its dependencies. Keys without a row, such as optional packages for another system, are
   * ignored.
   */
  readonly needs: readonly string[];
}

/** The packages that are needed, directly or by others. */
export function neededPackages(
  roots: readonly string[],
  rowOf: (key: string) => LockedRow | null,
): LockedPackage[] {
  const keys = new Set(roots);
  // Elements added during the iteration of a set are visited, too.
  for (const key of keys) for (const need of rowOf(key)?.needs ?? []) keys.add(need);
  return [...keys].map((key) => rowOf(key)?.locked ?? null).filter((locked) => locked !== null);
}

/** The dependency lists of manifests and lock files, by name. */
export interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The run-time dependencies, as pairs of name and range. */
export function neededNames(needs: Needs): [name: string, range: string][] {
  const { dependencies, optionalDependencies, peerDependencies } = needs;
  return Object.entries({ ...peerDependencies, ...dependencies, ...optionalDependencies });
}

/** `@scope/name@1.2.3` as name and version; the version may be an address. */
export function splitId(id: string): { readonly name: string; readonly version: string } {
  const at = id.indexOf("@", 1);
  return at < 0 ? { name: id, version: "" } : { name: id.slice(0, at), version: id.slice(at + 1) };
}
