import { join, relative, sep } from "node:path";
import { fallbackPage } from "../../../contract/page/page-path.ts";
import { foldersIn } from "../../../disk/search.ts";
import { statusAt } from "../../../disk/status.ts";

/** The clocks of a file system and of this process may differ by a little. */
const tolerance = 1000;
/** No tool makes its output deeper in a project, or a project of more folders. */
const deepest = 5;
const maxFolders = 5000;

/**
 * The folders with a start page that a hook has just written, shallowest first: the front end's own
 * settings may name another folder than `build.distDir`.
 *
 * @param since the time at which the hook was started
 * @param except a folder that is not searched
 * @returns paths relative to that folder, as the configuration has them
 */
export function writtenPages(root: string, except: string, since: number): string[] {
  const found: string[] = [];
  let level = [root];
  let count = 0;
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      if (++count > maxFolders) return found;
      if (depth > 0 && isNew(join(folder, fallbackPage), since)) found.push(folder);
      else below.push(...foldersIn(folder, isSearched).filter((path) => path !== except));
    }
    level = below;
  }
  return found.map((folder) => relative(except, folder).split(sep).join("/"));
}

/** Whether the file is there, and no older than the time. */
export function isNew(file: string, since: number): boolean {
  const stats = statusAt(file);
  return stats !== null && stats.isFile() && stats.mtimeMs >= since - tolerance;
}

function isSearched(name: string): boolean {
  return name !== "node_modules" && (!name.startsWith(".") || name === ".output");
}
