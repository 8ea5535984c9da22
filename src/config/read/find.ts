import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { formats } from "./file-formats.ts";

/** The application's source directory, beside the front end's `package.json`. */
export const sourceDirectory = "src-framework";

export type FoundFolder =
  | { readonly found: "one"; readonly folder: string; readonly file: string }
  | { readonly found: "several"; readonly folder: string; readonly files: readonly string[] }
  | { readonly found: "of-another-user"; readonly folder: string }
  | { readonly found: "none" };

/**
 * Looks in the folder itself, then in `src-framework` below it, then in the same way in every folder above. Who works in
 * `/tmp/mine` has not chosen what somebody else has put into `/tmp`, and a configuration names commands that are run.
 */
export function findConfiguration(from: string): FoundFolder {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const candidate of [folder, join(folder, sourceDirectory)]) {
      const files = formats
        .map((format) => format.mainFile)
        .filter((name) => existsSync(join(candidate, name)));
      const [file] = files;
      if (file !== undefined && folder !== from && !isTrusted([candidate, join(candidate, file)], from))
        return { found: "of-another-user", folder: candidate };
      if (files.length > 1) return { found: "several", folder: candidate, files };
      if (file !== undefined) return { found: "one", folder: candidate, file };
    }
    if (dirname(folder) === folder) return { found: "none" };
  }
}

/** Whether these belong to the user, to the system, or to whoever the folder that the user works in belongs to. */
export function isTrusted(paths: readonly string[], from: string): boolean {
  const user = process.getuid?.();
  // Windows has lists of rights.
  if (user === undefined) return true;
  const owners = [user, 0, lstatSync(from, { throwIfNoEntry: false })?.uid];
  return paths.every((path) => owners.includes(lstatSync(path).uid));
}
