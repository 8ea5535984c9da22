import { coloursOf, type Colours } from "./colours.ts";
import { oneOf } from "../shape/describe.ts";
import type { Problem } from "./problem.ts";
import { countOf } from "./problem-list.ts";
import { lineAndColumn, lineText } from "../shape/tree.ts";
import type { Place } from "../shape/tree.ts";

/** A problem in the form of `--json`; lines and columns count from 1. */
export interface ReportedProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly path: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly found: string | null;
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly related: readonly {
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
}

/** Everything that is wrong, as text for people: each problem with a picture of its line. */
export function reportText(
  problems: readonly Problem[],
  warnings: readonly Problem[],
  options: { readonly color: boolean },
): string {
  const colours = coloursOf(options.color);
  const parts = [
    ...problems.map((one) => problemText(one, "error", colours)),
    ...warnings.map((one) => problemText(one, "warning", colours)),
  ];
  if (parts.length === 0) return "";
  return `${parts.join("\n")}\n${colours.strong(`${count(countOf(problems), "problem")}, ${count(countOf(warnings), "warning")}`)}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function problemText(one: Problem, severity: "error" | "warning", colours: Colours): string {
  const label = severity === "error" ? colours.error("error") : colours.warning("warning");
  if (one.code === "more") return `${label}  ${one.message}\n`;
  const head = [label, one.path === "" ? null : colours.strong(one.path), one.found].filter(
    (part) => part !== null,
  );
  const lines = [head.join("  ")];
  if (one.place !== null) lines.push(...picture(one.place, colours, severity));
  lines.push(`  ${one.message}${hintText(one, colours)}`);
  for (const { message, place } of one.related) {
    lines.push(`  ${message}:`, ...picture(place, colours, null));
  }
  return `${lines.join("\n")}\n`;
}

function hintText(one: Problem, colours: Colours): string {
  if (one.suggestions.length === 0) return "";
  if (one.code === "missing-field") return "";
  const words = one.suggestions.map((word) =>
    colours.hint(/^["[{\d]|^(true|false)$/.test(word) ? word : quoted(word)),
  );
  if (one.code === "unknown-field" || one.code === "bad-value" || one.code === "wrong-type") {
    return `${one.code === "unknown-field" ? ", " : "; "}did you mean ${oneOf(words)}?`;
  }
  return `; use ${oneOf(words)}`;
}

/** A path is printed as it is; a single key is quoted, as in the file. */
function quoted(word: string): string {
  return /[.[]/.test(word) ? word : JSON.stringify(word);
}

/** The line with the place underlined. Long lines are truncated to the part around it. */
function picture(place: Place, colours: Colours, severity: "error" | "warning" | null): string[] {
  const { line, column } = lineAndColumn(place.source, place.start);
  const end = lineAndColumn(place.source, Math.max(place.end, place.start + 1));
  const whole = lineText(place.source, line);
  const from = column > 90 ? column - 40 : 1;
  const cut = whole.slice(from - 1, from - 1 + 110);
  const shown = `${from > 1 ? "…" : ""}${cut}${from - 1 + cut.length < whole.length ? "…" : ""}`;
  const before = shown.slice(0, column - from + (from > 1 ? 1 : 0));
  const lastColumn = end.line === line ? end.column : whole.length + 1;
  const marked = shown.slice(before.length, before.length + lastColumn - column);
  const number = String(line);
  const gutter = " ".repeat(number.length);
  // Tabs stay tabs, so that the caret stands under its letter in every terminal. Letters of Chinese
  // are as wide as two.
  const blank = before.replace(/[^\t]+/g, (part) => " ".repeat(Bun.stringWidth(part)));
  const carets = "^".repeat(Math.max(1, Bun.stringWidth(marked)));
  const colour =
    severity === "error" ? colours.error : severity === "warning" ? colours.warning : colours.faint;
  return [
    `  ${colours.faint(`${place.source.name}:${line}:${column}`)}`,
    `  ${colours.faint(`${number} |`)} ${shown}`,
    `  ${colours.faint(`${gutter} |`)} ${blank}${colour(carets)}`,
  ];
}

/** The same as data, for `--json`. */
export function reportJson(
  problems: readonly Problem[],
  warnings: readonly Problem[],
): readonly ReportedProblem[] {
  return [
    ...problems.map((one) => reported(one, "error")),
    ...warnings.map((one) => reported(one, "warning")),
  ];
}

function reported(one: Problem, severity: "error" | "warning"): ReportedProblem {
  const { place } = one;
  const start = place === null ? null : lineAndColumn(place.source, place.start);
  const end = place === null ? null : lineAndColumn(place.source, place.end);
  return {
    severity,
    code: one.code,
    path: one.path,
    file: place?.source.name ?? null,
    line: start?.line ?? null,
    column: start?.column ?? null,
    endLine: end?.line ?? null,
    endColumn: end?.column ?? null,
    found: one.found,
    message: one.message,
    suggestions: one.suggestions,
    related: one.related.map((related) => ({
      message: related.message,
      file: related.place.source.name,
      ...lineAndColumn(related.place.source, related.place.start),
    })),
  };
}
