import {
  neededNames,
  neededPackages,
  splitId,
  type LockedPackage,
  type LockedRow,
  type LockFile,
  type Needs,
} from "./locked-package.ts";

// `pnpm-lock.yaml`, in its two current forms:
//
//   9    importers: the dependencies of each package of the project; snapshots: those of each other
//        package, by `name@version(peers)`; packages: the facts common to all peers, by `name@version`
//   6    packages: both, by `/name@version(peers)`; without importers if the project is one package

type Importer = Readonly<
  Record<keyof Needs, Readonly<Record<string, { readonly version: string }>>>
>;

interface PackageRow {
  readonly resolution?: { readonly integrity?: string };
}

interface PnpmLock extends Partial<Importer> {
  readonly lockfileVersion: string;
  readonly importers?: Readonly<Record<string, Partial<Importer>>>;
  readonly packages?: Readonly<Record<string, PackageRow & Needs>>;
  readonly snapshots?: Readonly<Record<string, Needs>>;
}

/** Reads `pnpm-lock.yaml`. */
export function readPnpmLock({ text }: LockFile): LockedPackage[] {
  const lock = Bun.YAML.parse(text) as PnpmLock;
  const { importers = { ".": lock }, packages = {}, snapshots = packages } = lock;
  if (Number(lock.lockfileVersion) < 6) throw new Error("it must be one of pnpm 8 or later");
  // An aliased package is listed by its full key.
  const keyOf = ([name, version]: readonly [string, string]): string =>
    [`${name}@${version}`, `/${name}@${version}`].find((key) => Object.hasOwn(snapshots, key)) ??
    version;

  const rowOf = (key: string): LockedRow | null => {
    const needs = snapshots[key];
    if (needs === undefined) return null;
    const withoutPeers = key.replace(/\(.*$/s, "");
    const row = packages[key] ?? packages[withoutPeers];
    const { name, version } = splitId(withoutPeers.replace(/^\//, ""));
    return {
      locked: { name, version, integrity: row?.resolution?.integrity ?? null, license: null },
      // A resolved peer is among the dependencies.
      needs: neededNames({ ...needs, peerDependencies: {} }).map(keyOf),
    };
  };
  const roots = Object.values(importers).flatMap(({ dependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, { version }]) =>
      keyOf([name, version]),
    ),
  );
  return neededPackages(roots, rowOf);
}
