import { join } from "node:path";
import { environmentOfDriven } from "../../process/environment.ts";
import { end, type ProcessTree } from "../../process/process-tree.ts";
import type { System } from "../../contract/target.ts";
import type { Inspector } from "./inspector.ts";
import type { ToolLine } from "./dev-line.ts";
import type { Entries } from "../build/compile/entry.ts";
import { childEnvironment, ended, exitCodeOf } from "../programs/hooks.ts";
import { programCommand } from "../programs/command.ts";
import { frameworkPackageOptions } from "../project/framework-package.ts";
import { emptySettings } from "../project/package-root.ts";
import type { Programs } from "../programs/programs.ts";
import type { Project } from "../project/project.ts";
import { findRunner } from "../project/runner.ts";

export interface DevAppOptions {
  readonly project: Project;
  readonly entries: Entries;
  readonly appArguments: readonly string[];
  readonly programs: Programs;
  readonly line: ToolLine;
  /** The system of this machine. */
  readonly system: System;
  readonly inspector: Inspector | null;
  /** Whether standard output holds reports of the tool, so that the app must not write there. */
  readonly isOutputTaken: boolean;
}

/** The process of an app that runs from source. */
export class DevApp {
  readonly #tree: ProcessTree;
  readonly #line: ToolLine;
  readonly #hasSignals: boolean;
  /** Its exit code, when it ends by itself; it never settles after `end`. */
  readonly exited: Promise<number>;
  #isEnding = false;

  constructor(tree: ProcessTree, line: ToolLine, system: System) {
    this.#tree = tree;
    this.#line = line;
    this.#hasSignals = system !== "windows";
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    ended(tree, "the app").then(({ code, signal }) => {
      if (!this.#isEnding) resolve(exitCodeOf(code, signal));
    }, reject);
    this.exited = promise;
  }

  /** Replaces the running app thread by a new one; `stuck` when it does not respond. */
  async restart(): Promise<"begun" | "failed" | "stuck"> {
    return await this.#line.restart();
  }

  reloadPages(): void {
    this.#line.tell("reload");
  }

  /** Requests it to end; its hooks run, and its exit code is passed on. */
  terminate(signal: NodeJS.Signals): void {
    if (this.#hasSignals) this.#tree.first.kill(signal);
    else this.#line.hangUp();
  }

  /** Ends it, because another one will replace it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    const tree = this.#tree;
    await end({
      get isAlive() {
        return tree.isAlive;
      },
      signal: (signal) => {
        if (signal === "SIGTERM") this.terminate(signal);
        else tree.signal(signal);
      },
    });
  }
}

export async function startDevApp(options: DevAppOptions): Promise<DevApp> {
  const { project, entries, appArguments, programs, line, system, inspector, isOutputTaken } =
    options;
  const { program } = findRunner(project);
  const { configFolder: sourceFolder, outputFolder } = project;
  const ownPackage = await frameworkPackageOptions({
    sourceFolder,
    workFolder: join(outputFolder, "dev"),
  });
  line.expectApp();
  const command = programCommand(program, [
    // As in a built app, no file beside the user's changes the app's behaviour.
    `--config=${emptySettings.bunfig}`,
    "--no-env-file",
    "--no-install",
    "--conditions=bun",
    ...ownPackage,
    ...(project.config.build.features ?? []).map((feature) => `--feature=${feature}`),
    ...(inspector === null ? [] : [`--inspect=${inspector.place}`]),
    entries.main,
    ...appArguments,
  ]);
  const tree = programs.start(command.program, command.args, {
    windowsVerbatimArguments: command.windowsVerbatimArguments,
    // It may read from the terminal.
    isInOurGroup: true,
    stdio: isOutputTaken ? ["inherit", process.stderr, "inherit"] : "inherit",
    env: { ...childEnvironment(project.frontEndFolder), ...environmentOfDriven() },
    cwd: project.configFolder,
  });
  return new DevApp(tree, line, system);
}
