import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { foldersIn } from "../../disk/search.ts";
import { ancestors, isTrusted } from "./ancestors.ts";
import { formats } from "./file-formats.ts";

/** The application's source directory, beside the front end's `package.json`. */
export const sourceDirectory = "src-framework";

export type FoundFolder =
  | { readonly found: "one"; readonly folder: string; readonly file: string }
  | { readonly found: "several"; readonly folder: string; readonly files: readonly string[] }
  | { readonly found: "of-another-user"; readonly folder: string }
  | { readonly found: "none" };

/**
 * Searches the folder itself, then `src-framework` below it, then each parent in the same way. A
 * configuration names commands to run, so one in a parent must be trusted.
 */
export function findConfiguration(from: string): FoundFolder {
  for (const folder of ancestors(from)) {
    for (const candidate of [folder, join(folder, sourceDirectory)]) {
      const files = formats
        .map((format) => format.mainFile)
        .filter((name) => existsSync(join(candidate, name)));
      const [file] = files;
      if (
        file !== undefined &&
        folder !== from &&
        !isTrusted([candidate, join(candidate, file)], from)
      )
        return { found: "of-another-user", folder: candidate };
      if (files.length > 1) return { found: "several", folder: candidate, files };
      if (file !== undefined) return { found: "one", folder: candidate, file };
    }
  }
  return { found: "none" };
}

/** In a monorepo an app is two folders below the root. */
const deepest = 2;
const maxFolders = 500;

/** The projects below a folder, for a command that was run above them: `apps/desktop`. */
export function projectsBelow(from: string): string[] {
  const isSearched = (name: string): boolean => !/^(?:\.|node_modules$)/.test(name);
  const found: string[] = [];
  let level = [from];
  let count = 0;
  for (let depth = 0; depth < deepest; depth++) {
    level = level.flatMap((folder) => (count++ < maxFolders ? foldersIn(folder, isSearched) : []));
    for (const folder of level) {
      const source = join(folder, sourceDirectory);
      if (formats.some(({ mainFile }) => existsSync(join(source, mainFile))))
        found.push(relative(from, folder).split(sep).join("/"));
    }
  }
  return found.sort();
}
