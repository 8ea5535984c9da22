import { targetName } from "../src/cli/build/build-target.ts";
import { accepted } from "./accepted.ts";
import type { Suite } from "./suites.ts";
import { artefactName, open, type Verdict } from "./verdicts.ts";

/** The result of a suite. */
export interface SuiteResult {
  readonly suite: Suite;
  readonly missing: string | null;
  readonly passed: number;
  readonly failed: number;
}

export interface Run {
  readonly verdicts: readonly Verdict[];
  readonly suites: readonly SuiteResult[];
  /** Targets that could not be built for. */
  readonly missing: readonly string[];
  /** True if packages had little compression. */
  readonly isQuick: boolean;
}

/** The part of docs/verification.md that a run writes. */
export function render({ verdicts, suites, missing, isQuick }: Run): string {
  const rows = [
    ["Program of others", "Version", "What it checks", "Judged", "Verdict"],
    ...verdicts.map((verdict) => [
      verdict.verifier.name,
      verdict.missing === null ? verdict.verifier.version() : "",
      verdict.verifier.checks,
      judged(verdict),
      verdictText(verdict),
    ]),
    ...suites.map(({ suite, ...result }) => [
      suite.name,
      result.missing === null ? suite.version() : "",
      suite.shows,
      "",
      result.missing === null
        ? `${result.passed} passed, ${result.failed} failed`
        : `not asked: ${result.missing}`,
    ]),
  ];
  const used = accepted.filter((one) =>
    verdicts.some(({ complaints }) => complaints.some((complaint) => complaint.accepted === one)),
  );
  const complaints = verdicts.flatMap((verdict) =>
    open(verdict).map(
      ({ artefact, line }) =>
        `- ${verdict.verifier.name}, ${artefactName(artefact)}: ${code(line)}`,
    ),
  );
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${date}, packages ${isQuick ? "with little compression (`--quick`)" : "as they are shipped"}:`,
    "",
    table(rows),
    ...(missing.length === 0 ? [] : ["", "Not built:", "", ...missing.map((line) => `- ${line}`)]),
    "",
    "### Accepted complaints",
    "",
    ...used.map(({ verifier, line, reason }) => `- ${verifier}: ${code(line.source)}. ${reason}`),
    ...(complaints.length === 0 ? [] : ["", "### Complaints", "", ...complaints]),
  ].join("\n");
}

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** `deb, rpm (linux-x64, linux-arm64)` */
function judged({ artefacts }: Verdict): string {
  const kinds = new Set(artefacts.map(({ kind }) => kind));
  const targets = new Set(artefacts.map(({ target }) => targetName(target)));
  return artefacts.length === 0 ? "" : `${[...kinds].join(", ")} (${[...targets].join(", ")})`;
}

function verdictText(verdict: Verdict): string {
  if (verdict.missing !== null) return `not asked: ${verdict.missing}`;
  const complaints = open(verdict).length;
  if (complaints > 0) return `**${complaints} complaints**`;
  const known = new Set(verdict.complaints.map((complaint) => complaint.accepted)).size;
  return known === 0 ? "no complaint" : `no complaint but ${known} accepted`;
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
