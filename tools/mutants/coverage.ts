import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bun } from "../tasks.mjs";

/** The source lines that a test file runs in its own process. */
export interface Coverage {
  readonly testFile: string;
  /** Less dependent than wall time on the load of the machine. */
  readonly cpuSeconds: number;
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
  readonly lineCount: number;
}

/**
 * Runs a test file and reads its coverage.
 *
 * @returns `null` if it fails: a failing file would kill every mutant.
 */
export async function coverageOf(
  root: string,
  testFile: string,
  folder: string,
): Promise<Coverage | null> {
  const options = [
    "--coverage",
    "--coverage-reporter=lcov",
    `--coverage-dir=${folder}`,
    "--timeout=60000",
  ];
  const child = Bun.spawn([bun, "test", ...options, `./${testFile}`], {
    cwd: root,
    stdio: ["ignore", "ignore", "ignore"],
  });
  if ((await child.exited) !== 0) return null;
  const lines = readLcov(readFileSync(join(folder, "lcov.info"), "utf8"));
  return {
    testFile,
    cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    lines,
    lineCount: [...lines.values()].reduce((total, { size }) => total + size, 0),
  };
}

/** Lines that ran, by file. `SF:` begins a file, `DA:` is a line and how often it ran. */
export function readLcov(report: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const row of report.split("\n")) {
    if (row.startsWith("SF:")) files.set(row.slice(3), (lines = new Set()));
    const [, line, hits] = /^DA:(\d+),(\d+)/.exec(row) ?? [];
    if (line !== undefined && hits !== "0") lines.add(Number(line));
  }
  return files;
}

/**
 * The test files for a mutant in a line: those with the least other coverage first, because they
 * are specific, within the budget.
 */
export function chosenTests(
  coverages: readonly Coverage[],
  { file, line }: { readonly file: string; readonly line: number },
  cpuSeconds: number,
): string[] {
  let left = cpuSeconds;
  return coverages
    .filter(({ lines }) => lines.get(file)?.has(line) === true)
    .toSorted((one, other) => one.lineCount - other.lineCount)
    .filter((coverage, index) => {
      left -= coverage.cpuSeconds;
      return index === 0 || left >= 0;
    })
    .map(({ testFile }) => testFile);
}
