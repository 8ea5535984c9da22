import { startSession, missingPrograms } from "../src/testing/linux/display.ts";
import { thisMachine } from "../test/support/this-machine.ts";
import { runApps } from "./apps/app-runs.ts";
import type { Parcels } from "./apps/parcels.ts";
import { runPart, type Own } from "./case-runs.ts";
import { Recording } from "./recording.ts";
import { partsOf } from "./system-cases.ts";

export interface RunOptions {
  /** The folder for the report and its pictures. */
  readonly folder: string;
  /** The command that starts this program again for the cases. */
  readonly command: readonly string[];
  /** The example apps to install. */
  readonly parcels: () => Promise<Parcels>;
  /** The names of parts to run. Empty: all parts. */
  readonly wanted: readonly string[];
}

/** Runs all parts, writes the report, and returns the exit code. */
export async function runConformance(options: RunOptions): Promise<number> {
  const { folder, command, parcels, wanted } = options;
  const { system } = thisMachine;
  const isWanted = (key: string): boolean => wanted.length === 0 || wanted.includes(key);
  const recording = new Recording(folder);
  await using held = new AsyncDisposableStack();
  const own: Own = { command, env: await displayOf(held) };
  for (const [key, part] of Object.entries(await partsOf(system)))
    if (isWanted(key)) await runPart(key, part, own, recording.record(part));
  if (isWanted("apps"))
    await runApps(parcels, recording.record).catch((error: unknown) => {
      // The report of the other parts is not lost by it.
      recording.record({ name: "The end", shows: "What stopped the example apps." }).add({
        name: "every part runs to its end",
        outcome: "failed",
        milliseconds: null,
        text: error instanceof Error ? (error.stack ?? error.message) : String(error),
        picture: null,
      });
    });
  return recording.write(system);
}

/**
 * The variables of a display. On Linux this is a display of our own, if its programs are installed,
 * so that the cases and the user do not disturb each other.
 */
async function displayOf(held: AsyncDisposableStack): Promise<Record<string, string>> {
  if (thisMachine.system === "linux" && missingPrograms().length === 0)
    return { ...held.use(await startSession()).env };
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
