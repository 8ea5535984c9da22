import type { LockedPackage, LockFile } from "./locked-package.ts";

/** A row of `packages`, by its install path. */
interface NpmRow {
  /** The real name of a package that is installed under an alias. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Reads `package-lock.json`, which marks each development-only package. */
export function readNpmLock({ text }: LockFile): LockedPackage[] {
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, NpmRow> };
  return Object.entries(packages).flatMap(([path, row]) => {
    const { version, integrity, license, dev, link } = row;
    const folder = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (folder === undefined || version === undefined || dev === true || link === true) return [];
    return [
      { name: row.name ?? folder, version, integrity: integrity ?? null, license: license ?? null },
    ];
  });
}
