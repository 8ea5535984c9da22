import type { StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../../disk/read.ts";
import { removeFile } from "../../disk/write.ts";
import type { PreparedProject } from "../../testing/prepared.ts";
import { childEnvironment, ended, exitCodeOf } from "../programs/hooks.ts";
import { Programs } from "../programs/programs.ts";
import { programCommand, shellCommand } from "../programs/command.ts";
import type { Terminal } from "../terminal.ts";
import { prepareApps } from "./prepare.ts";
import { readTestReport, type TestReport } from "./test-report.ts";

export interface TestOptions {
  /** `--prepare`: only print how tests start the app. */
  readonly prepare?: boolean | undefined;
  /** `--runner`: the command that runs the tests. */
  readonly runner?: string | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
  /** The arguments after `--`: those of the runner. */
  readonly runnerArguments: readonly string[];
}

/** `framework test`: runs the tests of a project, with its app prepared once for all of them. */
export async function testCommand(terminal: Terminal, options: TestOptions): Promise<number> {
  const { apps, packageOptions, folder } = await prepareApps(terminal);
  if (options.prepare === true) {
    terminal.out(`${JSON.stringify(apps)}\n`);
    return 0;
  }
  const prepared: PreparedProject = { project: terminal.cwd, apps };
  const { runner, runnerArguments } = options;
  const isJson = options.json === true;
  // The reports of other runners differ, and some runners have none.
  const reportFile = isJson && runner === undefined ? join(folder, "report.xml") : null;
  if (reportFile !== null) removeFile(reportFile);
  const { program, args, windowsVerbatimArguments } =
    runner === undefined
      ? programCommand(process.execPath, [
          "--conditions=bun",
          ...packageOptions,
          "test",
          // Bun's five seconds are short for an app on a busy machine. The last one counts.
          "--timeout=60000",
          ...(reportFile === null ? [] : ["--reporter=junit", `--reporter-outfile=${reportFile}`]),
          ...runnerArguments,
        ])
      : shellCommand([runner, ...runnerArguments].join(" "));
  await using programs = new Programs();
  const tree = programs.start(program, args, {
    cwd: terminal.cwd,
    env: { ...childEnvironment(terminal.cwd), FRAMEWORK_TEST_PREPARED: JSON.stringify(prepared) },
    stdio: isJson ? besideResult : "inherit",
    windowsVerbatimArguments,
    // It may read from the terminal, whose Ctrl-C reaches it.
    isInOurGroup: true,
    windowsHide: false,
  });
  const { code, signal } = await ended(tree, "the runner");
  const exitCode = exitCodeOf(code, signal);
  if (isJson) {
    const hasReport = reportFile !== null && existsSync(reportFile);
    const report = hasReport ? readTestReport(readText(reportFile), terminal.cwd) : noReport;
    terminal.out(`${JSON.stringify({ exitCode, ...report }, null, 2)}\n`);
  }
  return exitCode;
}

/** The output of tests is no part of the result. */
const besideResult: StdioOptions = ["inherit", process.stderr, process.stderr];

const noReport: { readonly [Field in keyof TestReport]: null } = {
  passed: null,
  failed: null,
  skipped: null,
  failures: null,
};
