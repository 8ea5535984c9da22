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
  copyProjectInto(folder, copy.path);
  return copy;
}

/** The same in a given folder, which need not exist, also with packages of its own. */
export function copyProjectInto(
  folder: string,
  copy: string,
  packages = join(root, "node_modules"),
): void {
  cpSync(join(root, folder), copy, {
    recursive: true,
    filter: (path) => !["dist", "node_modules", "target"].includes(basename(path)),
  });
  // A junction, because Windows lets every user make one.
  symlinkSync(packages, join(copy, "node_modules"), "junction");
}
