import { spawnSync } from "node:child_process";
import { environmentForOthers } from "../../process/environment.ts";
import type { Command } from "./command.ts";

/** The output of another program; empty if it does not start, or does not answer for long. */
export function answerOf(
  { program, args, windowsVerbatimArguments }: Command,
  { cwd }: { readonly cwd: string },
): string {
  const { stdout } = spawnSync(program, args, {
    cwd,
    windowsVerbatimArguments,
    env: environmentForOthers(),
    encoding: "utf8",
    // Programs may wait for input.
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 30_000,
  });
  return stdout ?? "";
}
