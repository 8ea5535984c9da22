import { cpSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { root } from "./app/display-app.ts";

/**
 * A project of the checkout, or several that need each other, in a folder of their own, since tests
 * that build the same one run side by side. Their packages are those of the checkout.
 *
 * @param folder from the checkout's own
 */
export function copyProject(folder: string): TempDir {
  const copy = tempDir();
  cpSync(join(root, folder), copy.path, {
    recursive: true,
    filter: (path) => !["dist", "node_modules", "target"].includes(basename(path)),
  });
  symlinkSync(join(root, "node_modules"), join(copy.path, "node_modules"));
  return copy;
}
