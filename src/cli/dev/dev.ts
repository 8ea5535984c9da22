import { join, resolve } from "node:path";
import { untilEnd, type DevReport } from "./dev-report.ts";
import { DevSession } from "./dev-session.ts";
import { openInspector } from "./inspector.ts";
import { portOf } from "./port.ts";
import { claimFolder } from "../project/claim.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { refuseMisnamedModule } from "../project/own-module.ts";
import { openProject } from "../project/project.ts";
import { findRunner } from "../project/runner.ts";
import type { Terminal } from "../terminal.ts";

export interface DevOptions {
  /** Each `--config`: inline JSON, or a file. */
  readonly config?: readonly string[] | undefined;
  /** `false` is `--no-watch`. */
  readonly watch?: boolean | undefined;
  /** `--port`: the port of the server for a page whose scripts are TypeScript. */
  readonly port?: string | undefined;
  /** `--console`: shows the console output of pages in the terminal. */
  readonly console?: boolean | undefined;
  /** `--reload-pages`: reloads pages when `main.ts` is restarted. */
  readonly reloadPages?: boolean | undefined;
  /** `--inspect`: opens the app's own code to debuggers; `true`: at the usual port. */
  readonly inspect?: string | true | undefined;
  /** `--json`: what happens, as one JSON object per line on standard output. */
  readonly json?: boolean | undefined;
  /** The arguments after `--`: the app's own. */
  readonly appArguments: readonly string[];
}

/**
 * `framework dev`: runs the app from source, and follows changes. Settles with the app's exit code,
 * when it and everything started for it has ended.
 */
export async function devCommand(terminal: Terminal, options: DevOptions): Promise<number> {
  if (options.json !== true) return await runSession(terminal, options, null);
  const report = (one: DevReport): void => terminal.out(`${JSON.stringify(one)}\n`);
  return await untilEnd(report, () => runSession(terminal, options, report));
}

/** @param report `null`: nothing is reported, and standard output belongs to the app */
async function runSession(
  terminal: Terminal,
  options: DevOptions,
  report: ((report: DevReport) => void) | null,
): Promise<number> {
  const open = () => {
    const { system } = terminal.host;
    const project = openProject(terminal, { system, command: "dev", overrides: options.config });
    refuseFolderName(project.configFolder);
    refuseMisnamedModule(project.configFolder);
    // An unsuitable runner is refused before any hook runs.
    findRunner(project);
    return project;
  };
  const project = open();
  using _ = claimFolder(
    join(project.outputFolder, "dev"),
    "Cannot run the app: another framework dev runs it already; end that one first",
  );
  const inspector =
    options.inspect === undefined
      ? null
      : await openInspector(
          options.inspect,
          join(project.outputFolder, "dev"),
          terminal.host.system,
        );
  await using session = new DevSession({
    terminal,
    project,
    open,
    watches: options.watch !== false,
    port: options.port === undefined ? null : portOf(options.port),
    reloadsPages: options.reloadPages === true,
    inspector,
    report,
    showsConsole: options.console === true,
    appArguments: options.appArguments,
    overrideFiles: overrideFiles(terminal, options.config),
  });
  return await session.run();
}

/** The files of `--config`, without inline values. */
function overrideFiles({ cwd }: Terminal, config: readonly string[] = []): string[] {
  return config.filter((one) => !one.trimStart().startsWith("{")).map((one) => resolve(cwd, one));
}
