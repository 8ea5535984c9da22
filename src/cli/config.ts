import { absentItem, explain, meantPaths } from "../config/report/explain.ts";
import type { Explanation, Origin } from "../config/report/explain.ts";
import { loadConfig } from "../config/read/load.ts";
import type { LoadedConfig } from "../config/read/load.ts";
import { reportJson, reportText } from "../config/report/report.ts";
import { lineAndColumn, parsePath, pathText } from "../config/shape/tree.ts";
import type { Place } from "../config/shape/tree.ts";
import { systems } from "../contract/target.ts";
import type { System, Target } from "../contract/target.ts";
import { UserError } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

export interface ConfigOptions {
  /** The system to resolve it for; the current one when absent. */
  readonly platform?: string | undefined;
  /** Each `--config`: inline JSON, or a file. */
  readonly config?: readonly string[] | undefined;
  /** Explain one value instead: `framework.windows[0].width`. */
  readonly explain?: string | undefined;
  /** Print everything as one JSON object, including problems. */
  readonly json?: boolean | undefined;
}

/** `framework config`: checks the configuration, and shows the result or the origin of a value. */
export async function configCommand(terminal: Terminal, options: ConfigOptions): Promise<number> {
  const loaded = loadConfig({
    from: terminal.cwd,
    system: systemOf(options.platform, terminal.host),
    command: "config",
    ...(options.config !== undefined && { overrides: options.config }),
  });
  const code = loaded.problems.length === 0 ? 0 : 1;
  if (options.explain !== undefined) return tell(terminal, loaded, options.explain, options.json);
  if (options.json === true) {
    const { config, folder, files, problems, warnings } = loaded;
    const report = {
      config,
      folder,
      files,
      problems: reportJson(problems, warnings),
      replacedLists: lists(loaded),
    };
    terminal.out(`${JSON.stringify(report, null, 2)}\n`);
    return code;
  }
  terminal.err(reportText(loaded.problems, loaded.warnings, { color: terminal.color }));
  for (const { path, by, was } of lists(loaded)) {
    terminal.err(`note  ${path}: the list of ${by} replaces the one of ${was} as a whole\n`);
  }
  if (loaded.config !== null) terminal.out(`${JSON.stringify(loaded.config, null, 2)}\n`);
  return code;
}

function systemOf(platform: string | undefined, host: Target): System {
  if (platform === undefined) return host.system;
  const found = systems.find((system) => system === platform);
  if (found === undefined) {
    throw new UserError(`Cannot resolve for platform "${platform}": use ${systems.join(", ")}`);
  }
  return found;
}

function lists(loaded: LoadedConfig): { path: string; by: string; was: string }[] {
  return loaded.replacedLists.map(({ path, by, was }) => ({
    path: pathText(path),
    by: placeText(by),
    was: placeText(was),
  }));
}

function placeText(place: Place): string {
  const { line, column } = lineAndColumn(place.source, place.start);
  return `${place.source.name}:${line}:${column}`;
}

function tell(
  terminal: Terminal,
  loaded: LoadedConfig,
  text: string,
  json: boolean | undefined,
): number {
  const path = parsePath(text);
  const explanation = path === null ? null : explain(loaded, path);
  if (path === null || explanation === null) {
    const meant = path === null ? [] : meantPaths(path);
    const hint =
      meant.length > 0
        ? `did you mean ${meant.join(" or ")}?`
        : "npx framework schema shows every field";
    throw new UserError(`Cannot explain "${text}": the configuration has no such field, ${hint}`);
  }
  const absent = absentItem(loaded, path);
  if (absent !== null)
    throw new UserError(
      `Cannot explain "${text}": there is no ${pathText(absent)} in the configuration`,
    );
  if (json === true) {
    const { field, ...rest } = explanation;
    terminal.out(
      `${JSON.stringify({ path: text, sentence: field?.sentence ?? null, ...rest }, null, 2)}\n`,
    );
  } else {
    terminal.out(`${explanationLines(text, explanation).join("\n")}\n`);
  }
  if (loaded.problems.length > 0)
    terminal.err(reportText(loaded.problems, [], { color: terminal.color }));
  return loaded.problems.length === 0 ? 0 : 1;
}

function explanationLines(text: string, explanation: Explanation): string[] {
  const { value, origin, replaced, removedBy, field } = explanation;
  const lines = [`${text} = ${JSON.stringify(value ?? null)}`];
  if (origin !== null) lines.push(`  from     ${originText(origin)}`);
  else
    lines.push(
      removedBy === null ? "  from     its default" : `  removed  ${originText(removedBy)}`,
    );
  for (const was of replaced)
    lines.push(`  instead  ${JSON.stringify(was.value)} of ${originText(was)}`);
  if (explanation.default !== undefined) lines.push(`  default  ${defaultText(explanation)}`);
  if (field !== null) lines.push("", `  ${field.sentence}`);
  return lines;
}

function defaultText(explanation: Explanation): string {
  const from = explanation.field?.options.derived?.from;
  return from ?? JSON.stringify(explanation.default);
}

function originText(origin: Origin): string {
  return `${origin.file}:${origin.line}:${origin.column}`;
}
