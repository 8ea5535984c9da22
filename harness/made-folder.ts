import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning } from "./process-tree.ts";

/**
 * Makes a folder that tests keep from run to run, when it is not there yet. It is never there half
 * filled, whatever ends this process.
 *
 * @param drafts the beginning of the names of unfinished folders beside it
 * @returns whether it had to be made
 */
export function makeFolderOnce(
  folder: string,
  drafts: string,
  fill: (draft: string) => void,
): boolean {
  if (existsSync(folder)) return false;
  const place = dirname(folder);
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place)) {
    // The folder that a killed set-up has left.
    const maker = new RegExp(`^${drafts}-(\\d+)-`).exec(name)?.[1];
    if (maker !== undefined && !isRunning(Number(maker)))
      rmSync(join(place, name), { recursive: true });
  }
  const draft = mkdtempSync(join(place, `${drafts}-${process.pid}-`));
  try {
    fill(draft);
    renameSync(draft, folder);
  } catch (cause) {
    // Another set-up at the same time may have been faster.
    if (!existsSync(folder)) throw new Error(`Cannot make "${folder}"`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}
