import { spawn } from "node:child_process";
import { childEnvironment, exitCodeOf } from "../programs/hooks.ts";
import { programCommand, shellCommand } from "../programs/command.ts";
import type { Terminal } from "../terminal.ts";
import { prepareApps } from "./prepare.ts";

export interface TestOptions {
  /** `--prepare`: only print how tests start the app. */
  readonly prepare?: boolean | undefined;
  /** `--runner`: the command that runs the tests. */
  readonly runner?: string | undefined;
  /** The arguments after `--`: those of the runner. */
  readonly runnerArguments: readonly string[];
}

/** `framework test`: runs the tests of a project, with its app prepared once for all of them. */
export async function testCommand(terminal: Terminal, options: TestOptions): Promise<number> {
  const { apps, packageOptions } = await prepareApps(terminal);
  const prepared = JSON.stringify(apps);
  if (options.prepare === true) {
    terminal.out(`${prepared}\n`);
    return 0;
  }
  const { runner, runnerArguments } = options;
  const { program, args, windowsVerbatimArguments } =
    runner === undefined
      ? programCommand(process.execPath, [
          "--conditions=bun",
          ...packageOptions,
          "test",
          // Bun's five seconds are short for an app on a busy machine. The last one counts.
          "--timeout=60000",
          ...runnerArguments,
        ])
      : shellCommand([runner, ...runnerArguments].join(" "));
  const child = spawn(program, args, {
    cwd: terminal.cwd,
    env: { ...childEnvironment(terminal.cwd), FRAMEWORK_TEST_PREPARED: prepared },
    stdio: "inherit",
    windowsVerbatimArguments,
  });
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}
