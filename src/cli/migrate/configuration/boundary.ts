import { basename, dirname } from "node:path";
import { foundAbove, nearestAbove } from "../../../config/read/ancestors.ts";
import { readRecord } from "../../project/json-record.ts";

/**
 * The unit that a project was fetched as: its repository, its workspace, or the project alone. A
 * path that leads out of it leads to other files of the user's.
 */
export function boundaryOf(folder: string): string {
  const repository = nearestAbove(folder, ".git");
  return repository === null ? (workspaceAround(folder) ?? folder) : dirname(repository);
}

/** The workspace of a package; `null`: it belongs to none. */
export function workspaceAround(folder: string): string | null {
  for (const path of foundAbove(folder, "pnpm-workspace.yaml", "package.json", ".git")) {
    const at = dirname(path);
    if (at === folder) continue;
    const name = basename(path);
    if (name === ".git") return null;
    if (name === "pnpm-workspace.yaml" || readRecord(path)?.["workspaces"] !== undefined) return at;
  }
  return null;
}
