import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMarkedText } from "../../disk/read.ts";
import {
  neededNames,
  neededPackages,
  splitId,
  type LockedPackage,
  type LockedRow,
  type LockFile,
  type Needs,
} from "./locked-package.ts";

// `yarn.lock`. A row is found by the request, `name@range`; its key lists all requests for it,
// separated by commas. The dependencies of the project itself, and their development flag, are not
// in it: they are in `package.json`.
//
// Since version 2 it is YAML, with `npm:` before most ranges, and has rows for the packages of the
// project. Version 1 looks similar, but has no colon between a name and its value.

interface YarnRow extends Needs {
  readonly version?: string;
  readonly integrity?: string;
  /** Since version 2. */
  readonly resolution?: string;
}

type YarnRows = Readonly<Record<string, YarnRow>>;

/** Reads `yarn.lock`, of any version. */
export function readYarnLock({ text, folder }: LockFile): LockedPackage[] {
  const rows = text.includes("# yarn lockfile v1")
    ? parseFirst(text)
    : (Bun.YAML.parse(text) as YarnRows);
  const byRequest = new Map<string, YarnRow>(
    Object.entries(rows).flatMap(([key, row]) =>
      key.split(", ").map((request) => [request, row] as const),
    ),
  );
  const requestsOf = (needs: Needs): string[] =>
    neededNames({ ...needs, peerDependencies: {} }).map(([name, range]) => {
      const request = `${name}@${range}`;
      return byRequest.has(request) ? request : `${name}@npm:${range}`;
    });

  const rowOf = (request: string): LockedRow | null => {
    const row = byRequest.get(request);
    if (row?.version === undefined) return null;
    // The dependencies of a workspace package are among the roots.
    if (row.resolution?.includes("@workspace:") === true) return { locked: null, needs: [] };
    return {
      // The resolution has the real name of an aliased package.
      locked: {
        name: splitId(row.resolution ?? request.replace(/^.+@npm:(?=@?[a-z])/i, "")).name,
        version: row.version,
        integrity: row.integrity ?? null,
        license: null,
      },
      needs: requestsOf(row),
    };
  };
  return neededPackages(readManifests(folder).flatMap(requestsOf), rowOf);
}

interface Manifest extends Needs {
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
}

/** The `package.json` of the project, and of every package that is a part of it. */
function readManifests(folder: string): Manifest[] {
  // A stale lock file somewhere above the project.
  if (!existsSync(join(folder, "package.json"))) return [];
  const read = (path: string): Manifest =>
    JSON.parse(readMarkedText(join(folder, path))) as Manifest;
  const own = read("package.json");
  const { workspaces = [] } = own;
  const patterns =
    "packages" in workspaces ? (workspaces.packages ?? []) : (workspaces as readonly string[]);
  const paths = patterns.flatMap((pattern) => [
    ...new Bun.Glob(join(pattern, "package.json")).scanSync({ cwd: folder }),
  ]);
  return [own, ...paths.map(read)];
}

/**
 * Version 1: rows of `name value`, nested by two spaces each; a line with a colon at its end begins
 * a nested one.
 */
function parseFirst(text: string): YarnRows {
  const root: Record<string, object | string> = {};
  const places: Record<string, object | string>[] = [root];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const depth = line.search(/\S/) / 2;
    const place = places[depth] ?? root;
    const words = line.trim().replaceAll('"', "");
    if (words.endsWith(":")) {
      const inner = {};
      place[words.slice(0, -1)] = inner;
      places[depth + 1] = inner;
    } else {
      const end = words.indexOf(" ");
      place[words.slice(0, end)] = words.slice(end + 1);
    }
  }
  return root as YarnRows;
}
