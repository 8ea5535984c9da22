// `npm run bench [measure…]`: measures ours beside a C program of the same toolkit, in turns, and writes
// docs/bench.md when everything was measured. Ratios tell more than figures: machines are noisy.

import { cpus, release, totalmem } from "node:os";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms, startSession } from "../test/support/display.ts";
import { baselineHost, frameworkHost, otherHosts, type Host } from "./host.ts";
import { aims, measures, type Measure } from "./measures.ts";

type Values = Map<string, Map<string, number[]>>;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const missing = missingPrograms();
if (missing.length > 0) throw new Error(`Cannot measure without ${missing.join(", ")}: run "npm test" once, it installs them`);
const wanted = process.argv.slice(2);
const chosen = measures.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const baseline = await baselineHost();
const { host: ours, buildTime } = await frameworkHost();
const hosts = [...(baseline === null ? [] : [baseline]), ours, ...otherHosts()];

/** Values by row and host. */
const rows: Values = new Map();
for (const measure of chosen) await measureAll(measure);
addRow("size of the executable (MB)", (host) => (host.executable === null ? null : statSync(host.executable).size / 1e6));
addRow("framework build (ms)", (host) => (host === ours ? buildTime : null));

const table = renderTable();
console.log(`\n${table}`);
if (wanted.length === 0) writeFileSync(join(import.meta.dir, "../docs/bench.md"), renderPage(table));

async function measureAll(measure: Measure): Promise<void> {
  for (let run = 1; run <= measure.runs; run++) {
    // A display of its own for each turn: nothing of one host is left for the next.
    for (const host of hosts) {
      await using session = await startSession();
      for (const [row, value] of Object.entries(await measure.run(host, session))) add(row, host, value);
    }
    console.log(`${measure.name}: ${run} of ${measure.runs}`);
  }
}

function add(row: string, host: Host, value: number): void {
  const values = rows.get(row) ?? new Map<string, number[]>();
  rows.set(row, values);
  values.set(host.name, [...(values.get(host.name) ?? []), value]);
}

function addRow(row: string, value: (host: Host) => number | null): void {
  for (const host of hosts) {
    const found = value(host);
    if (found !== null) add(row, host, found);
  }
}

function renderTable(): string {
  const lines = [
    ["", ...hosts.map(({ name }) => name), "ratio", "aim"],
    ["---", ...hosts.map(() => "--:"), "--:", "---"],
    ...[...rows].map(([row, values]) => {
      const figures = hosts.map(({ name }) => (values.has(name) ? median(values.get(name) as number[]) : Number.NaN));
      const base = baseline === null ? Number.NaN : (figures[0] as number);
      const own = figures[hosts.indexOf(ours)] as number;
      return [row, ...figures.map(figure), figure(own / base, 2), aims[row] ?? ""];
    }),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function figure(value: number, digits = value < 10 ? 1 : 0): string {
  return Number.isNaN(value) ? "" : value.toFixed(digits);
}

function renderPage(body: string): string {
  const [cpu] = cpus();
  return `# Bench

Medians of runs in turns, against a C program of the same toolkit ([bench/baseline](../bench/baseline)) that shows
the same page. \`npm run bench\` writes this page. Ratios tell more than figures.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()},
under Xvfb with software rendering and \`WEBKIT_DISABLE_DMABUF_RENDERER=1\`.

${body}

The spare web view, which makes the second window open quickly, is not counted in the memory.
`;
}
