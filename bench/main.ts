// `npm run bench [-- measure…]`: measures ours beside a C program of the same toolkit, in turns,
// and writes docs/bench.md after a complete run. Ratios are more meaningful than figures: machines
// are noisy.

import { cpus, release, totalmem } from "node:os";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { missingPrograms, startSession } from "../harness/display.ts";
import { baselineHost, built, frameworkHost, type Host } from "./host.ts";
import { inProcess } from "./in-process.ts";
import { hostMeasures, type HostMeasure } from "./measures.ts";
import { peersHere } from "./peers.ts";
import { Table } from "./table.ts";
import { toolMeasures, type ToolMeasure } from "./tool-measures.ts";

const missing = missingPrograms();
if (missing.length > 0)
  throw new Error(
    `Cannot measure without ${missing.join(", ")}: run "npm test" once, it installs them`,
  );

const pagePath = join(import.meta.dir, "../docs/bench.md");
const measures = [...hostMeasures, ...inProcess, ...toolMeasures];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !measures.some((measure) => measure.name === name));
if (unknown.length > 0) {
  throw new Error(
    `Cannot measure "${unknown.join('", "')}": use ${measures.map(({ name }) => name).join(", ")}`,
  );
}
const isChosen = ({ name }: { readonly name: string }): boolean =>
  wanted.length === 0 || wanted.includes(name);

await mkdir(built, { recursive: true });
const table = new Table();
const inHosts = hostMeasures.filter(isChosen).filter(canMeasure);
if (inHosts.length > 0) await measureInHosts(inHosts);
for (const measure of [...inProcess, ...toolMeasures].filter(isChosen)) await measureTool(measure);

const text = table.render();
console.log(`\n${text}`);
if (wanted.length === 0) writeFileSync(pagePath, withFigures(readFileSync(pagePath, "utf8"), text));

/** A requested measure that cannot run is reported. */
function canMeasure({ name, needsRoot = false }: HostMeasure): boolean {
  const can = !needsRoot || process.getuid?.() === 0;
  if (!can) console.log(`${name}: left out, only root may have the system forget what it read`);
  return can;
}

async function measureInHosts(chosen: readonly HostMeasure[]): Promise<void> {
  const ours = await frameworkHost();
  const hosts = [await baselineHost(), ours].filter((host) => host !== null);
  const tauriProjects = peersHere();
  for (const measure of chosen) {
    for (let run = 1; run <= measure.runs; run++) {
      for (const host of hosts) await measureOnce(measure, host);
      for (const tauri of run > (measure.runsOfPeers ?? measure.runs) ? [] : tauriProjects) {
        if (tauri.measures.includes(measure.name))
          await measureOnce(measure, tauri).catch(tellFailed(tauri, measure));
      }
      console.log(`${measure.name}: ${run} of ${measure.runs}`);
    }
  }
  for (const { name, executable } of [...hosts, ...tauriProjects]) {
    if (executable !== undefined)
      table.add("size of the executable (MB)", name, statSync(executable).size / 1e6);
  }
}

/** Foreign programs may lose an answer now and then: then that figure is missing. */
function tellFailed({ name }: Host, measure: HostMeasure): (error: unknown) => void {
  return (error) =>
    console.log(`${name} did not finish "${measure.name}": ${String(error).split("\n")[0]}`);
}

/** A display of its own for each turn: no state of one host remains for the next. */
async function measureOnce(measure: HostMeasure, host: Host): Promise<void> {
  await using session = await startSession();
  for (const [row, value] of Object.entries(await measure.run(host, session)))
    table.add(row, host.name, value);
}

async function measureTool({ name, runs, run }: ToolMeasure): Promise<void> {
  for (let turn = 1; turn <= runs; turn++) {
    for (const [row, values] of Object.entries(await run())) {
      for (const [column, value] of Object.entries(values)) table.add(row, column, value);
    }
  }
  console.log(`${name}: ${runs} of ${runs}`);
}

/** The figures, between the marks of the page with the text about them. */
function withFigures(page: string, body: string): string {
  const [cpu] = cpus();
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()},
under Xvfb with software rendering and \`WEBKIT_DISABLE_DMABUF_RENDERER=1\`.`;
  const [before, , after] = page.split(/<!-- (?:end of )?figures -->/);
  if (before === undefined || after === undefined)
    throw new Error(`Cannot find the marks of the figures in ${pagePath}`);
  return `${before}<!-- figures -->\n\n${machine}\n\n${body}\n\n<!-- end of figures -->${after}`;
}
