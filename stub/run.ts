import { spawnSync } from "node:child_process";

/** Runs a program to its end and gives what it said. @throws Error with what it said against it */
export function run(program: string, arguments_: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, arguments_, { encoding: "utf8", cwd });
  if (status !== 0) throw new Error(`${program} ${arguments_.join(" ")} failed:\n${stderr ?? String(error)}`);
  return stdout;
}
