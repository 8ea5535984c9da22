import { dirname } from "node:path";
import { existsSync } from "node:fs";
import { readPage, type PageFacts } from "./page.ts";
import { findCapabilities, type Capability } from "./powers.ts";
import { levels, type Level, type Warning } from "./rule.ts";
import { applySuggestion, makeSuggestion } from "./suggest/suggestion.ts";
import { suggestionText } from "./suggest/suggestion-text.ts";
import { findWarnings } from "./warnings.ts";
import { frontEnd } from "../project/front-end.ts";
import { findPageFiles } from "../build/pages/page-files.ts";
import { openProject, type Project } from "../project/project.ts";
import { loadConfig } from "../../config/read/load.ts";
import { systemNames, systems, type System } from "../../contract/target.ts";
import { firstLines, maxLines } from "../first-lines.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface AuditOptions {
  /** Each `--config`: inline JSON, or a file. */
  readonly config?: readonly string[] | undefined;
  /** Prints JSON for other programs. */
  readonly json?: boolean | undefined;
  /** Fail when there is a warning. */
  readonly strict?: boolean | undefined;
  /** Fail when there is a warning of this level, or of a worse one. */
  readonly failOn?: string | undefined;
  /** Show the minimal configuration for the recorded uses of pages in `framework dev`. */
  readonly suggest?: boolean | undefined;
  /** Write that configuration. */
  readonly apply?: boolean | undefined;
}

/** `framework audit`: lists the capabilities of the app's pages, and warns of dangerous ones. */
export async function auditCommand(terminal: Terminal, options: AuditOptions): Promise<number> {
  const failing = failingLevels(options);
  const { system } = terminal.host;
  const isApplied = options.apply === true;
  const isSuggesting = isApplied || options.suggest === true;
  const refusals: string[] = [];
  const project = openProject(terminal, {
    system,
    command: "dev",
    overrides: options.config,
    // The uses of pages are recorded there.
    onRefusedTarget: isSuggesting ? undefined : (reason) => refusals.push(reason),
  });
  const { page, ...here } = findingsOf(project);
  const { powers, warnings: found } = withOthers(here, system, terminal, options);
  const warnings: readonly Warning[] = [
    ...found,
    ...refusals.map((danger): Warning => ({ level: "high", about: ["target"], danger })),
  ];
  const suggested = isSuggesting ? suggestFor(terminal, project, options) : null;
  if (suggested !== null && isApplied)
    applySuggestion(suggested.files, dirname(project.configFolder));
  const failed = warnings.filter(({ level }) => failing.includes(level)).length;
  const verdict =
    failed === 0 ? "" : `${countOf(failed)} of level ${levelText(failing)}: failing\n`;
  if (options.json === true) {
    const suggestion = suggested === null ? {} : { suggestion: suggested.suggestion };
    terminal.out(
      `${JSON.stringify({ powers, warnings, files: page.files, ...suggestion }, null, 2)}\n`,
    );
    terminal.err(verdict);
  } else {
    const body =
      suggested === null
        ? asText(powers, warnings, page)
        : suggestionText(suggested.suggestion, { isApplied });
    terminal.out(`${body}${verdict === "" ? "" : `\n${verdict}`}`);
  }
  return failed === 0 ? 0 : 1;
}

interface Findings {
  readonly powers: readonly Capability[];
  readonly warnings: readonly Warning[];
  readonly page: PageFacts;
}

function findingsOf(project: Pick<Project, "config" | "configFolder">): Findings {
  const { page, problems } = builtPage(project);
  const unbuilt = problems.map((danger): Warning => ({
    level: "medium",
    about: ["build.distDir"],
    danger,
  }));
  return {
    powers: findCapabilities(project.config),
    warnings: [...findWarnings(project.config, page), ...unbuilt],
    page,
  };
}

/**
 * The findings, and those that only other systems have: each may have a file of the configuration
 * of its own, and apps for all of them are built on one machine. A configuration with problems has
 * none, since no build accepts it.
 */
function withOthers(
  { powers, warnings }: Omit<Findings, "page">,
  system: System,
  { cwd }: Terminal,
  { config: overrides = [] }: AuditOptions,
): Omit<Findings, "page"> {
  const all = { powers: [...powers], warnings: [...warnings] };
  const known = new Set([...powers, ...warnings].map((each) => JSON.stringify(each)));
  const isNew = (each: Capability | Warning): boolean => {
    const text = JSON.stringify(each);
    const isKnown = known.has(text);
    known.add(text);
    return !isKnown;
  };
  for (const other of systems.filter((each) => each !== system)) {
    const { config, folder } = loadConfig({ from: cwd, system: other, command: "dev", overrides });
    if (config === null) continue;
    const found = findingsOf({ config, configFolder: folder });
    const on = ` (on ${systemNames[other]})`;
    for (const each of found.powers.filter(isNew))
      all.powers.push({ ...each, sentence: each.sentence + on });
    for (const each of found.warnings.filter(isNew))
      all.warnings.push({ ...each, danger: each.danger + on });
  }
  return all;
}

function suggestFor(
  terminal: Terminal,
  project: Project,
  { config }: AuditOptions,
): ReturnType<typeof makeSuggestion> {
  return makeSuggestion(project, {
    from: terminal.cwd,
    system: terminal.host.system,
    command: "dev",
    ...(config !== undefined && { overrides: config }),
  });
}

/** The warning levels that make the command fail. */
function failingLevels({ strict, failOn }: AuditOptions): readonly Level[] {
  if (failOn === undefined) return strict === true ? levels : [];
  const last = levels.findIndex((level) => level === failOn);
  if (last === -1)
    throw new UserError(`Cannot fail on "${failOn}": the levels are ${levels.join(", ")}`);
  return strict === true ? levels : levels.slice(0, last + 1);
}

/** The page that `build` would ship now. Before the first build there are no facts about it. */
function builtPage({ config, configFolder }: Pick<Project, "config" | "configFolder">): {
  page: PageFacts;
  problems: readonly string[];
} {
  const place = frontEnd(config.build.distDir, configFolder);
  if (place.kind === "folder" && !existsSync(place.folder))
    return { page: readPage([]), problems: [] };
  const { files, problems } = findPageFiles(place, { keepSourceMaps: true, pages: [] });
  return { page: readPage(files), problems };
}

function asText(
  powers: readonly Capability[],
  warnings: readonly Warning[],
  { files }: PageFacts,
): string {
  const lines = ["A page of this app"];
  if (powers.length === 0) lines.push("  may call nothing but the app's own commands");
  lines.push(...firstLines(powers.map(({ sentence }) => `  ${sentence}`)));
  lines.push("", warnings.length === 0 ? "No warnings" : countOf(warnings.length));
  for (const { level, about, danger } of warnings.slice(0, maxLines))
    lines.push(...firstLines([`  ${level.padEnd(6)}  ${about.join(", ")}`, `          ${danger}`]));
  if (warnings.length > maxLines) lines.push(`  and ${warnings.length - maxLines} more`);
  if (files === 0)
    lines.push("", "The page is not built yet, so only the configuration was looked at");
  return `${lines.join("\n")}\n`;
}

/** "high", "medium or worse". */
function levelText(failing: readonly Level[]): string {
  return `${failing.at(-1)}${failing.length > 1 ? " or worse" : ""}`;
}

function countOf(warnings: number): string {
  return warnings === 1 ? "1 warning" : `${warnings} warnings`;
}
