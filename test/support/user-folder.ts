import { afterAll, beforeEach } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

type Variable = "XDG_DATA_HOME" | "XDG_CONFIG_HOME";

/**
 * Gives each test of the file a new folder in place of the user's own. On Linux alone: other
 * systems do not read these variables.
 *
 * @param places which variables lead into the folder, and to which folder in it; "" is the folder
 *   itself
 * @param files the content of each new folder
 */
export function userFolder(
  places: Readonly<Partial<Record<Variable, string>>>,
  files: Readonly<Record<string, string>> = {},
): { readonly path: string } {
  const variables = Object.entries(places);
  const before = variables.map(([name]) => process.env[name]);
  let folder: TempDir | undefined;
  beforeEach(() => {
    folder?.[Symbol.dispose]();
    folder = tempDir(files);
    for (const [name, place] of variables) {
      process.env[name] = join(folder.path, place);
      mkdirSync(join(folder.path, place), { recursive: true });
    }
  });
  afterAll(() => {
    folder?.[Symbol.dispose]();
    for (const [index, [name]] of variables.entries()) {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    }
  });
  return {
    get path() {
      if (folder === undefined)
        throw new Error("The folder of the user is there when a test has begun");
      return folder.path;
    },
  };
}
