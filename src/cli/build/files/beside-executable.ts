import { basename } from "node:path";
import type { Progress } from "../../progress.ts";
import { UserError } from "../../terminal.ts";
import { Problems, type BuildPlan, type PlanOptions } from "../build-plan.ts";
import { checkShippedFiles } from "./shipped-files.ts";
import { findSideFiles, placeFiles } from "./side-files.ts";

/**
 * Places sidecars and resources beside an executable, which finds them there without a package
 * around it.
 *
 * @throws UserError when one cannot be shipped, or has the executable's name
 */
export async function placeSideFiles(
  { project, target, isUniversal }: PlanOptions,
  { executable, outputFolder }: BuildPlan,
  progress: Progress,
): Promise<void> {
  const { files, shipped, problems } = findSideFiles(project, target, isUniversal);
  for (const problem of problems) progress.note(problem);
  // Files beside an executable are distributed as packages are.
  const found = checkShippedFiles({ shipped, target }, project);
  const refused = new Problems();
  refused.add(...found.problems.map(({ field, message }) => `${field}: ${message}`));
  refused.throwIfAny();
  for (const note of found.notes) progress.note(note);
  const taken = files.find(({ path }) => path.split("/")[0] === basename(executable));
  if (taken !== undefined) {
    throw new UserError(
      `Cannot put "${taken.path}" beside the executable, which has this name: give it another path`,
    );
  }
  await placeFiles(files, outputFolder);
}
