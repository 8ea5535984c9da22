import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { targetOf } from "../src/contract/target.ts";
import { startSession, missingPrograms } from "../src/testing/linux/display.ts";
import { runApps } from "./apps/app-runs.ts";
import type { Parcels } from "./apps/parcels.ts";
import { runPart, type Own } from "./case-runs.ts";
import { readMachine } from "./machine.ts";
import { renderPage } from "./report-page.ts";
import { summaryOf, countOf, type CaseResult, type Part, type Report } from "./report.ts";
import { partsOf } from "./system-cases.ts";

export interface RunOptions {
  /** Where the report and its pictures go. */
  readonly folder: string;
  /** How this program is started for the cases. */
  readonly command: readonly string[];
  /** The example apps to install; `null`: why there are none. */
  readonly parcels: () => Promise<Parcels | { readonly missing: string }>;
  /** Names of parts; none: all. */
  readonly wanted: readonly string[];
}

export const reportName = "conformance-report";

/** Runs all parts, writes the report, and returns the exit code. */
export async function runConformance(options: RunOptions): Promise<number> {
  const { folder, command, parcels, wanted } = options;
  const { system } = targetOf(process.platform, process.arch);
  const begun = new Date();
  const pictures = join(folder, "pictures");
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  await using held = new AsyncDisposableStack();
  const own: Own = { command, env: await displayOf(held) };
  const parts: Part[] = [];
  const record = (
    part: Omit<Part, "cases">,
  ): { folder: string; add: (one: CaseResult) => void } => {
    const cases: CaseResult[] = [];
    parts.push({ ...part, cases });
    console.log(`\n${part.name}`);
    return {
      folder: pictures,
      add(one) {
        cases.push(one);
        tell(one);
      },
    };
  };
  for (const [key, part] of Object.entries(await partsOf(system))) {
    if (!isWanted(wanted, key)) continue;
    await runPart(key, part, own, record({ name: part.name, shows: part.shows }));
  }
  if (isWanted(wanted, "apps")) await runApps(await parcels(), record, own);

  const report: Report = {
    format: 1,
    begun: begun.toISOString(),
    seconds: Math.round((Date.now() - begun.getTime()) / 1000),
    system,
    machine: readMachine(system),
    parts,
  };
  const file = join(folder, reportName);
  writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${file}.html`, renderPage(report, pictures));
  console.log(`\n${summaryOf(report)}\n${file}.html\n${file}.json`);
  const { passed, failed } = countOf(report);
  return failed === 0 && passed > 0 ? 0 : 1;
}

const isWanted = (wanted: readonly string[], key: string): boolean =>
  wanted.length === 0 || wanted.includes(key);

/**
 * The variables of a display: on Linux one of our own where its programs are installed, so that the
 * cases disturb no user and no user the cases.
 */
async function displayOf(held: AsyncDisposableStack): Promise<Record<string, string>> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  if (process.platform !== "linux" || missingPrograms().length > 0) return inherited;
  const session = held.use(await startSession());
  return { ...session.env };
}

function tell({ name, outcome, milliseconds, text }: CaseResult): void {
  const time = milliseconds === null ? "" : ` (${Math.round(milliseconds)} ms)`;
  const words = text === null ? "" : `\n${text.replaceAll(/^/gm, "    ")}`;
  console.log(`  ${outcome} ${name}${time}${words}`);
}
