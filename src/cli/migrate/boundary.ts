import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ancestors } from "../build/build-target.ts";
import { readRecord } from "../project/json-record.ts";

/**
 * The whole that a project was fetched as: its repository, its workspace, or the project alone. A path that leads out
 * of it leads to something else of the user's.
 */
export function boundaryOf(folder: string): string {
  const repository = ancestors(folder).find((one) => existsSync(join(one, ".git")));
  return repository ?? workspaceAround(folder) ?? folder;
}

/** The workspace that a package belongs to; `null`: it belongs to none. */
export function workspaceAround(folder: string): string | null {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const manifest = readRecord(join(at, "package.json"));
    if (existsSync(join(at, "pnpm-workspace.yaml")) || manifest?.["workspaces"] !== undefined) return at;
    if (dirname(at) === at || existsSync(join(at, ".git"))) return null;
  }
}
