import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readFile } from "../../disk/read.ts";
import {
  copyFile,
  makeFolder,
  move,
  removeEmptyFolder,
  removeFile,
  writeFile,
} from "../../disk/write.ts";
import { inRealFolder } from "../project/inside.ts";
import { UserError } from "../terminal.ts";
import type { MigrationPlan } from "./plan.ts";

/**
 * Applies a plan: new files first, then the changed ones beside those they replace, then all of
 * them at once. A failure is rolled back, so that the project stays as it was.
 *
 * @param folder of the project, which contains all files of the plan (`refuseOutside`)
 */
export async function applyPlan(
  folder: string,
  { made, copied, changed }: MigrationPlan,
): Promise<void> {
  using undo = new DisposableStack();
  const into = (path: string): string => {
    const file = newFile(join(folder, path));
    for (const one of makeFolder(dirname(file))) undo.defer(() => removeEmptyFolder(one));
    undo.defer(() => removeFile(file));
    return file;
  };
  try {
    for (const [from, to] of copied) await copyFile(join(folder, from), into(to));
    for (const [path, text] of made) writeFile(into(path), text);
    const staged = [...changed].map(([path, { text }]) => {
      const file = inRealFolder(join(folder, path));
      const next = newFile(`${file}.migrating`);
      undo.defer(() => removeFile(next));
      const { mode } = statSync(file);
      writeFile(next, text, mode & 0o777);
      return { file, next, before: readFile(file), mode };
    });
    for (const { file, next, before, mode } of staged) {
      move(next, file);
      undo.defer(() => writeFile(file, before, mode & 0o777));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot move "${folder}", and left it as it was: ${reason}`);
  }
  undo.move();
}

/** The path of a new file: a file created there since the plan was made is not overwritten. */
function newFile(path: string): string {
  const file = inRealFolder(path);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw new Error(`EEXIST: file already exists, open '${file}'`);
  return file;
}
