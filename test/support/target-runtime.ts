import { findRuntime, targetName } from "../../src/cli/build/build-target.ts";
import { toolsFolder } from "../../src/cli/build/tools-folder.ts";
import type { Target } from "../../src/contract/target.ts";
import { root } from "./app/display-app.ts";
import { thisMachine } from "./this-machine.ts";

/**
 * Bun's executable for a target; for this machine it is the one that runs.
 *
 * @throws MissingRuntime if it is missing, UserError if it is not the published one
 */
export function targetRuntime(target: Target): string {
  if (targetName(target) === targetName(thisMachine)) return process.execPath;
  return findRuntime(target, root, toolsFolder(null, thisMachine.system));
}
