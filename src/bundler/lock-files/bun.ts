import {
  neededNames,
  neededPackages,
  splitId,
  type LockedPackage,
  type LockedRow,
  type LockFile,
  type Needs,
} from "./locked-package.ts";

// `bun.lock` is JSON with comments and trailing commas:
//
//   "workspaces": { "": { "dependencies": { … }, … }, "packages/one": { "name": "one", … } }
//   "packages":   { "chalk": ["chalk@4.1.2", "", { "dependencies": { … } }, "sha512-…"],
//                   "chalk/supports-color": [ … ] }
//
// A key is the path of names below which a package is found, as in folders of `node_modules`. The
// further fields of a row depend on the origin of the package.

interface BunLock {
  readonly workspaces?: Readonly<Record<string, Needs & { readonly name?: string }>>;
  readonly packages?: Readonly<Record<string, readonly unknown[]>>;
}

/** Reads `bun.lock`. */
export function readBunLock({ text }: LockFile): LockedPackage[] {
  const { workspaces = {}, packages = {} } = Bun.JSONC.parse(text) as BunLock;
  const find = (from: readonly string[], name: string): string => {
    for (let depth = from.length; depth > 0; depth -= 1) {
      const key = [...from.slice(0, depth), name].join("/");
      if (Object.hasOwn(packages, key)) return key;
    }
    return name;
  };
  const keysOf = (from: readonly string[], needs: Needs): string[] =>
    neededNames(needs).map(([name]) => find(from, name));

  const rowOf = (key: string): LockedRow | null => {
    const row = packages[key];
    if (row === undefined) return null;
    const { name, version } = splitId(String(row[0]));
    // The dependencies of a workspace package are in its own list.
    if (/^(workspace|link|root):/.test(version)) return { locked: null, needs: [] };
    const needs = (row.find((part) => typeof part === "object") ?? {}) as Needs;
    const integrity = row
      .slice(1)
      .find((part) => typeof part === "string" && /^sha\d+-/.test(part));
    return {
      locked: {
        name,
        version,
        integrity: typeof integrity === "string" ? integrity : null,
        license: null,
      },
      needs: keysOf(namesOf(key), needs),
    };
  };
  const roots = Object.values(workspaces).flatMap((workspace) =>
    keysOf(workspace.name === undefined ? [] : [workspace.name], workspace),
  );
  return neededPackages(roots, rowOf);
}

/** The maximum nesting of packages. */
const deepest = 50;

/** `@scope/one/two` is `two` below `@scope/one`. */
function namesOf(key: string): string[] {
  return (key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []).slice(0, deepest);
}
