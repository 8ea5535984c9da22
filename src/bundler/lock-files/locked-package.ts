/** A package of others that a lock file names. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-<base64>`, several of them apart by spaces. */
  readonly integrity: string | null;
  readonly license: string | null;
}

/** What a lock file is read with. */
export interface LockFile {
  readonly text: string;
  /** The folder it lies in. */
  readonly folder: string;
}

/** A row of a lock file, by the key its format gives it. */
export interface LockedRow {
  /** `null`: a part of the project itself. */
  readonly locked: LockedPackage | null;
  /**
   * Keys of the rows it needs. Those of none, as of an optional package for another system, count
   * for nothing.
   */
  readonly needs: readonly string[];
}

/** The packages that are needed, directly or by others. */
export function neededPackages(
  roots: readonly string[],
  rowOf: (key: string) => LockedRow | null,
): LockedPackage[] {
  const keys = new Set(roots);
  // What is added while a set is walked through is walked through, too.
  for (const key of keys) for (const need of rowOf(key)?.needs ?? []) keys.add(need);
  return [...keys].map((key) => rowOf(key)?.locked ?? null).filter((locked) => locked !== null);
}

/** How manifests and lock files list what is needed: by name. */
export interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What is needed when the app runs, as pairs of a name and what is said of it. */
export function neededNames(needs: Needs): [name: string, range: string][] {
  const { dependencies, optionalDependencies, peerDependencies } = needs;
  return Object.entries({ ...peerDependencies, ...dependencies, ...optionalDependencies });
}

/** `@scope/name@1.2.3` as name and version; the version may be an address. */
export function splitId(id: string): { readonly name: string; readonly version: string } {
  const at = id.indexOf("@", 1);
  return at < 0 ? { name: id, version: "" } : { name: id.slice(0, at), version: id.slice(at + 1) };
}
