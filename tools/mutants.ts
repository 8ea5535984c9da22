// `npm run mutants`: makes small mistakes in the source, one at a time, and checks whether the
// tests that cover the line notice it. It shows which tests protect the code and which only run it.
//
//   --count=320     how many mutants, the same number in each part of the source
//   --seed=1        another seed takes others
//   --workers=2     how many run side by side
//   --tests=stories   only the tests in these folders of test/, parted by commas
//   --only=FILE     those that a file from an earlier run lists as killed: none may survive after a change to tests
//   --out=FILE      where the result goes; default: build/mutants.json

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chosenTests, coverageOf, type Coverage } from "./mutants/coverage.ts";
import { mutantsOf, sample, type Mutant } from "./mutants/mutant.ts";
import { ProjectCopy, type Verdict } from "./mutants/project-copy.ts";

const root = join(import.meta.dir, "..");
const folder = join(root, "build/mutants");

const parts = ["src/app", "src/native/shell", "src/config", "src/bundler"];

/**
 * Tests in these folders run in one process; those of windows, packages, and Wine are separate
 * programs, and take too long.
 */
const testFolders = [
  "app",
  "attacks",
  "bundler",
  "cli",
  "config",
  "native",
  "process",
  "scope",
  "updater",
  "stories",
];
/** Milliseconds: a test file that took longer is left out. */
const longestFile = 12_000;
/** The CPU seconds of the test files for one mutant. */
const budgetPerMutant = 6;
/** Milliseconds after which a mutant counts as killed: it loops forever. */
const runLimit = 180_000;

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "320" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    tests: { type: "string", default: testFolders.join() },
    only: { type: "string" },
    out: { type: "string", default: join(root, "build/mutants.json") },
  },
});

/** Runs jobs concurrently, each with one of the workers. */
async function runAll<Worker, Job>(
  workers: readonly Worker[],
  jobs: readonly Job[],
  run: (worker: Worker, job: Job) => Promise<void>,
): Promise<void> {
  const waiting = jobs.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const job of waiting) await run(worker, job);
    }),
  );
}

function chosenMutants(): Mutant[] {
  const all = parts.map((part) =>
    globSync("**/*.ts", { cwd: join(root, part) })
      .toSorted()
      .flatMap((name) =>
        mutantsOf(`${part}/${name}`, readFileSync(join(root, part, name), "utf8")),
      ),
  );
  if (options.only === undefined) {
    const each = Math.ceil(Number(options.count) / parts.length);
    return all.flatMap((mutants) => sample(mutants, each, Number(options.seed)));
  }
  const killed = new Set(
    (JSON.parse(readFileSync(options.only, "utf8")) as { killed: string[] }).killed,
  );
  return all.flat().filter(({ name }) => killed.has(name));
}

async function coverages(workers: readonly number[]): Promise<Coverage[]> {
  const timings = JSON.parse(readFileSync(join(root, "build/test-timings.json"), "utf8")) as {
    files: Record<string, number>;
  };
  const testFiles = options.tests
    .split(",")
    .flatMap((name) => globSync(`test/${name}/**/*.test.ts`, { cwd: root }))
    .filter((file) => (timings.files[file] ?? 0) <= longestFile);
  const found: Coverage[] = [];
  await runAll(workers, testFiles, async (worker, file) => {
    const coverage = await coverageOf(root, file, join(folder, `coverage-${worker}`));
    if (coverage === null) console.log(`left out, because it fails: ${file}`);
    else found.push(coverage);
  });
  return found;
}

mkdirSync(folder, { recursive: true });
const numbers = [...Array(Number(options.workers)).keys()];
const mutants = chosenMutants();
console.log(`${mutants.length} mutants; running the tests once for what they cover`);
const covered = await coverages(numbers);
console.log(`${covered.length} test files cover some of the source`);

using copies = new DisposableStack();
const workers = numbers.map((number) =>
  copies.use(new ProjectCopy(root, join(folder, `copy-${number}`))),
);
const verdicts: Record<Verdict, string[]> = { killed: [], survived: [], "not covered": [] };
let done = 0;
await runAll(workers, mutants, async (copy, mutant) => {
  const verdict = await copy.judge(mutant, chosenTests(covered, mutant, budgetPerMutant), runLimit);
  verdicts[verdict].push(mutant.name);
  console.log(
    `${++done}/${mutants.length} ${verdict}: ${mutant.file}:${mutant.line} ${mutant.name}`,
  );
});
for (const names of Object.values(verdicts)) names.sort();
writeFileSync(options.out, `${JSON.stringify(verdicts, null, 2)}\n`);
const counts = Object.entries(verdicts).map(([verdict, { length }]) => `${length} ${verdict}`);
console.log(`${counts.join(", ")}; listed in ${options.out}`);
