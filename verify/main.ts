// `npm run verify [-- --quick] [target…]`: lets independent programs check every artefact of the
// tool, runs the suites that are too slow for `npm test`, and writes docs/verification.md. With
// `--quick` packages have little compression, and the page says so. If targets are named, no suite
// runs and the page does not change.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { targetName, targets } from "../src/cli/build/build-target.ts";
import { formatted } from "../tools/generate.ts";
import { count } from "../tools/tasks.mjs";
import { accepted } from "./accepted.ts";
import { makeArtefacts } from "./artefacts.ts";
import { render, type SuiteResult } from "./page.ts";
import { suites, type Suite } from "./suites.ts";
import { artefactName, open, verdictOf, type Verdict } from "./verdicts.ts";
import { verifiers } from "./verifiers.ts";

const root = join(import.meta.dir, "..");
const pagePath = join(root, "docs/verification.md");
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const wanted = words.filter((word) => word !== "--quick");
const unknown = wanted.filter((word) => !targets.some((target) => targetName(target) === word));
if (unknown.length > 0)
  throw new Error(
    `Cannot verify "${unknown.join(" ")}": use --quick, ${targets.map(targetName).join(", ")}`,
  );
const isWhole = wanted.length === 0;

const folder = join(root, "build/verify");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const made = await makeArtefacts(folder, {
  targets: targets.filter((one) => isWhole || wanted.includes(targetName(one))),
  isQuick,
});
const verdicts = verifiers.map((verifier) => tell(verdictOf(verifier, made)));
const results: SuiteResult[] = [];
if (isWhole) for (const suite of suites) results.push(await runSuite(suite));

const complaints = verdicts.reduce((sum, verdict) => sum + open(verdict).length, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
const unused = isWhole ? unusedReasons() : [];
for (const line of unused)
  console.log(`verify/accepted.ts: nothing says ${line} any more: remove the entry`);
if (isWhole) writePage(render({ verdicts, suites: results, missing: made.missing, isQuick }));
const judged = verdicts.reduce((sum, { artefacts }) => sum + artefacts.length, 0);
console.log(`${judged} verdicts: ${complaints} complaints; ${failed} failed tests`);
process.exitCode = complaints + failed + unused.length === 0 ? 0 : 1;

function tell(verdict: Verdict): Verdict {
  const { verifier, missing, artefacts } = verdict;
  console.log(
    `${verifier.name}: ${missing === null ? `${artefacts.length} artefacts` : `not asked: ${missing}`}`,
  );
  for (const { artefact, line } of open(verdict))
    console.log(`  ${artefactName(artefact)}: ${line}`);
  return verdict;
}

async function runSuite(suite: Suite): Promise<SuiteResult> {
  const missing = suite.missing();
  console.log(`${suite.name}: ${missing === null ? suite.path : `not asked: ${missing}`}`);
  if (missing !== null) return { suite, missing, passed: 0, failed: 0 };
  const { passed, failed } = await count([suite.path]);
  return { suite, missing, passed, failed };
}

/** Reasons for complaints that were not made, by verifiers that were asked about all targets. */
function unusedReasons(): string[] {
  if (made.missing.length > 0) return [];
  const asked = verdicts.filter(({ missing }) => missing === null);
  const needed = new Set(
    asked.flatMap((verdict) => verdict.complaints.map((complaint) => complaint.accepted)),
  );
  return accepted
    .filter(
      (one) => asked.some(({ verifier }) => verifier.name === one.verifier) && !needed.has(one),
    )
    .map(({ verifier, line }) => `${verifier}: ${line.source}`);
}

function writePage(text: string): void {
  const [begin, end] = ["<!-- verdicts -->", "<!-- end of verdicts -->"];
  const page = readFileSync(pagePath, "utf8");
  const [before = "", rest = ""] = page.split(begin);
  const after = rest.split(end)[1] ?? "";
  const written = `${before}${begin}\n\n${text}\n\n${end}${after}`;
  writeFileSync(pagePath, formatted(pagePath, written));
}
