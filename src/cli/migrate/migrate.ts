import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { formats } from "../../config/read/file-formats.ts";
import { loadConfig } from "../../config/read/load.ts";
import { reportJson } from "../../config/report/report.ts";
import { configCommand } from "../config.ts";
import { refuseFolderName } from "../project/folder-name.ts";
import { isTaken, refuseOutside } from "../project/inside.ts";
import { firstLines } from "../first-lines.ts";
import { besideJson, plainLine, UserError, type Terminal } from "../terminal.ts";
import { applyPlan } from "./apply-plan.ts";
import { noteLine } from "./note.ts";
import { findTauriProject, tauriSourceDirectory, type TauriProject } from "./tauri-project.ts";
import { planMigration, type MigrationPlan } from "./plan.ts";
import { emptyPlan, planJson, type MigrationState } from "./plan-json.ts";
import { version2Differences } from "./front-end/version-2.ts";

export interface MigrateOptions {
  /** The project's folder; the current one when absent. */
  readonly directory?: string | undefined;
  /** Migrate without asking. */
  readonly yes?: boolean | undefined;
  /** Only print the plan. */
  readonly dryRun?: boolean | undefined;
  /** The plan as one JSON object on standard output. Asks nothing. */
  readonly json?: boolean | undefined;
}

/** Asks a yes-or-no question; `null` when no user is present. */
export type AskWhether = (question: string) => Promise<boolean | null>;

/** `framework migrate`: turns an app of Tauri 1 into one of ours, beside the existing files. */
export async function migrateCommand(
  terminal: Terminal,
  options: MigrateOptions,
  ask: AskWhether = askWhether,
): Promise<number> {
  const from = resolve(terminal.cwd, options.directory ?? ".");
  const project = findTauriProject(from);
  if (project === null) {
    throw new UserError(
      `Cannot find an app of Tauri in "${from}": wanted is a tauri.conf.json, tauri.conf.json5 or Tauri.toml there, in its ${tauriSourceDirectory} or another folder of it, or above`,
    );
  }
  const isJson = options.json === true;
  const people = isJson ? besideJson(terminal) : terminal;
  const result = (state: MigrationState): void => {
    if (isJson) terminal.out(planJson(project, state));
  };
  if (project.version === 2) {
    people.out(`${version2Differences(project.main.name)}\n`);
    result({ plan: emptyPlan, isDone: false, problems: null });
    return 1;
  }
  refuseFolderName(project.folder);
  const plan = planMigration(project);
  refuseSecondMove(project, plan);
  people.out(`Found ${join(project.source, project.main.name)}, of Tauri 1.\n\n${planText(plan)}`);
  if (options.dryRun === true) {
    people.out(leftText(plan));
    result({ plan, isDone: false, problems: null });
    return 0;
  }
  if (options.yes !== true) {
    // A question would stand between the lines of a result.
    const answer = isJson ? null : await ask("Do this?");
    if (answer === null)
      throw new UserError("Cannot ask here: use --yes to do this, or --dry-run to only see it");
    if (!answer) {
      terminal.err("Cancelled, nothing was written\n");
      return 1;
    }
  }
  await applyPlan(project.folder, plan);
  people.out(`\nDone; no file of Tauri was changed. The result of framework config:\n\n`);
  const quiet: Terminal = { ...terminal, cwd: project.target, out: () => undefined };
  const code = await configCommand(quiet, {});
  people.out(code === 0 ? "The configuration is in order.\n" : "");
  people.out(leftText(plan));
  if (isJson) {
    const { system } = terminal.host;
    const { problems, warnings } = loadConfig({ from: project.target, system, command: "config" });
    result({ plan, isDone: true, problems: reportJson(problems, warnings) });
  }
  return code;
}

/** Nothing is overwritten: a second run finds the result of the first. */
function refuseSecondMove(
  { folder, boundary, target }: TauriProject,
  { made, copied, changed }: MigrationPlan,
): void {
  const configuration = formats
    .map(({ mainFile }) => join(target, mainFile))
    .find((file) => existsSync(file));
  const files = [...made.keys(), ...copied.values()].map((path) => join(folder, path));
  const there = configuration ?? files.find(isTaken);
  if (there !== undefined) {
    throw new UserError(
      `Cannot migrate "${folder}": "${there}" is there already, move it away first`,
    );
  }
  refuseOutside(folder, files);
  refuseOutside(
    boundary,
    [...changed.keys()].map((path) => join(folder, path)),
  );
}

/** The plan, as text for people. */
function planText({ made, copied, changed, repairs }: MigrationPlan): string {
  const lines = ["This will make:", ...listed([...made.keys()].map(plainLine))];
  if (copied.size > 0) lines.push("", "copy:", ...listed(summary([...copied.values()])));
  if (changed.size > 0) {
    const words = (count: number) => (count === 1 ? "" : `  (${count} places)`);
    lines.push(
      "",
      "change:",
      ...listed([...changed].map(([path, { count }]) => `${plainLine(path)}${words(count)}`)),
    );
  }
  if (repairs.length > 0) lines.push("", "and repair:", ...listed(repairs.map(noteLine)));
  return `${lines.join("\n")}\n`;
}

function listed(lines: readonly string[]): string[] {
  return firstLines(lines).map((line) => `  ${line}`);
}

/** A folder with many files is one line. */
function summary(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => dirname(path));
  return [...folders].flatMap(([folder, files]) =>
    files.length > 5 ? [`${plainLine(folder)}/  (${files.length} files)`] : files.map(plainLine),
  );
}

function leftText({ left }: MigrationPlan): string {
  if (left.length === 0) return "";
  return ["", "Left for you:", ...listed(left.map(noteLine)), ""].join("\n");
}

/** On a terminal. */
export async function askWhether(message: string): Promise<boolean | null> {
  if (process.stdin.isTTY !== true) return null;
  const answer = await confirm({ message, initialValue: false });
  return !isCancel(answer) && answer;
}
