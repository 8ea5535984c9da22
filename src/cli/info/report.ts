import type { Facts } from "./session.ts";
import type { Fact } from "./system.ts";

/** Everything that `framework info` finds out. */
export interface Info {
  readonly versions: Readonly<Record<string, string | null>>;
  readonly system: readonly Fact[];
  readonly session: Facts;
  /** `null`: there is no project here. */
  readonly project: Facts | null;
  /** Packages of the front end, with their versions. */
  readonly frontEnd: Readonly<Record<string, string>>;
  /** The folder of the documents. */
  readonly documents: string;
}

export function asJson(info: Info): string {
  return `${JSON.stringify(info, null, 2)}\n`;
}

export function asText(info: Info): string {
  const sections = sectionsOf(info).map(({ title, rows, empty }) =>
    [
      title,
      ...(rows.length === 0 ? [`  ${empty}`] : rows.map(([name, text]) => row(name, text))),
    ].join("\n"),
  );
  return `${[...sections, ...hintsOf(info)].join("\n\n")}\n`;
}

/**
 * For a report: a list for each section, with values as code, so that no part of them is taken for
 * Markdown.
 */
export function asMarkdown(info: Info): string {
  const sections = sectionsOf(info).map(({ title, rows, empty }) =>
    [
      `### ${title}`,
      "",
      ...(rows.length === 0
        ? [empty]
        : rows.map(([name, text]) => `- ${name.trim()}: ${code(text)}`)),
    ].join("\n"),
  );
  return `${sections.join("\n\n")}\n`;
}

interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, text: string])[];
  /** The text that replaces the rows. */
  readonly empty: string;
}

function sectionsOf({ versions, system, session, project, frontEnd, documents }: Info): Section[] {
  const rows = (facts: Facts, absent: string): [string, string][] =>
    Object.entries(facts).map(([name, value]) => [name, String(value ?? absent)]);
  const facts = system.map(({ name, version, use, install, isNeeded }): [string, string] => {
    if (version !== null) return [name, version];
    const how = install === null ? "" : `; install it with: ${install}`;
    return [name, `${isNeeded ? "MISSING" : "not there"} (${use})${how}`];
  });
  const machine = [...rows(session, "none"), ...rows(versions, "not found"), ...facts];
  return [
    { title: "Machine", rows: [...machine, ["documents", documents]], empty: "" },
    {
      title: "Project",
      rows: project === null ? [] : rows(project, "none"),
      empty: "none here: npx framework init makes one",
    },
    {
      title: "Front end",
      rows: Object.entries(frontEnd),
      empty: "no package.json names a known package",
    },
  ];
}

function hintsOf({ project }: Info): string[] {
  return typeof project?.["problems"] === "number"
    ? ["npx framework config says more about the problems"]
    : [];
}

/** A name that is too long for its column pushes the text away. */
function row(name: string, text: string): string {
  return `  ${name.padEnd(23)} ${text}`;
}

/** A span of code, with more marks around it than it contains. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const marks = "`".repeat(
    Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const blank = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${marks}${blank}${line}${blank}${marks}`;
}
