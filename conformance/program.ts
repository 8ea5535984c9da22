// The program that tests the framework on a real machine. It runs all parts. For each part it
// starts itself again, and runs the cases inside the platform's loop. `npm run conformance` runs it
// from source, and `npm run conformance -- --make` makes one executable of it.

import { thisMachine } from "../test/support/this-machine.ts";
import type { Parcels } from "./apps/parcels.ts";
import { partVariable, runCaseProgram } from "./case-program.ts";
import { runConformance, type RunOptions } from "./run.ts";

/** @returns the exit code */
export async function conformance(
  options: Omit<RunOptions, "parcels"> & { readonly dialogThread: URL | null },
  parcels: () => Promise<Parcels>,
): Promise<number> {
  const part = process.env[partVariable];
  if (part !== undefined)
    return await runCaseProgram(thisMachine.system, part, options.dialogThread);
  return await runConformance({ ...options, parcels });
}
