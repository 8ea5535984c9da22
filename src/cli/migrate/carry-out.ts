import {
  constants,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../terminal.ts";
import type { MigrationPlan } from "./plan.ts";

/**
 * Does what a plan says: new files first, then the changed ones beside those they replace, then all of them at once.
 * What fails on the way is undone, so that the project is as it was.
 */
export function carryOut(folder: string, { made, copied, changed }: MigrationPlan): void {
  using undo = new DisposableStack();
  const into = (path: string): string => {
    const whole = join(folder, path);
    makeFolder(dirname(whole), undo);
    return whole;
  };
  try {
    for (const [from, to] of copied) {
      const file = into(to);
      copyFileSync(join(folder, from), file, constants.COPYFILE_EXCL);
      undo.defer(() => rmSync(file));
    }
    for (const [path, text] of made) {
      const file = into(path);
      writeFileSync(file, text, { flag: "wx" });
      undo.defer(() => rmSync(file));
    }
    const staged = [...changed].map(([path, { text }]) => {
      const file = join(folder, path);
      const next = `${file}.migrating`;
      writeFileSync(next, text, { flag: "wx", mode: statSync(file).mode });
      undo.defer(() => rmSync(next, { force: true }));
      return { file, next, before: readFileSync(file) };
    });
    for (const { file, next, before } of staged) {
      renameSync(next, file);
      undo.defer(() => writeFileSync(file, before));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot move "${folder}", and left it as it was: ${reason}`);
  }
  undo.move();
}

/** Makes a folder and those above it; what was made goes again when the rest fails. */
function makeFolder(folder: string, undo: DisposableStack): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) undo.defer(() => rmSync(first, { recursive: true, force: true }));
}
