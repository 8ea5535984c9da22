import * as v from "valibot";
import { Bytes } from "../page/bytes.ts";
import { openPrograms } from "../open-programs.ts";
import { command } from "./command.ts";

/** The options of a started program. */
const RunOptions = v.strictObject({
  /**
   * The working directory: an absolute path that the filesystem scope allows. Default: the app's.
   */
  cwd: v.nullish(v.string()),
  /**
   * Added to the app's environment, when the scope entry names them; `null`: the program gets an
   * empty environment.
   */
  env: v.nullish(v.record(v.string(), v.string())),
});

const run = v.strictObject({ program: v.string(), args: v.array(v.string()), options: RunOptions });
const child = v.number();

/** The output of a program that has ended. */
export interface RunOutput {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  /** The number of the signal that ended it; `null` when none did. */
  readonly signal: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A running program. `child` is its number here, `pid` the system's. */
export interface SpawnedChild {
  readonly child: number;
  readonly pid: number;
}

/** An event of a running program, in order. `close` comes once, as the last. */
export type ChildEvent =
  | { readonly event: "stdout" | "stderr"; readonly bytes: Uint8Array }
  | { readonly event: "error"; readonly message: string }
  | { readonly event: "close"; readonly code: number | null; readonly signal: number | null };

export const shellCommands = {
  "shell.open": command<void>()(
    "shell.open",
    v.strictObject({
      path: v.string(),
      with: v.nullish(v.pipe(v.string(), v.picklist(openPrograms))),
    }),
  ),
  "shell.execute": command<RunOutput>()("shell.execute", run),
  "shell.executeSidecar": command<RunOutput>()("shell.sidecar", run),
  "shell.spawn": command<SpawnedChild>()("shell.execute", run),
  "shell.spawnSidecar": command<SpawnedChild>()("shell.sidecar", run),
  // The following commands reach only programs that the same page has spawned.
  "shell.nextEvents": command<readonly ChildEvent[]>()(null, v.strictObject({ child })),
  "shell.write": command<void>()(
    null,
    v.strictObject({ child, contents: v.union([v.string(), Bytes]) }),
  ),
  "shell.closeInput": command<void>()(null, v.strictObject({ child })),
  "shell.kill": command<void>()(null, v.strictObject({ child })),
} as const;
