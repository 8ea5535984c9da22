// The in-process measures: parts of the framework that need no window.

import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseDirectories } from "../src/app/paths/base-directories.ts";
import { FsScope } from "../src/app/scope/fs.ts";
import { Grants } from "../src/app/scope/grants/grants.ts";
import { loadConfig } from "../src/config/read/load.ts";
import { startInMemory } from "../test/support/app/memory-app.ts";
import { tempDir } from "../harness/temp-dir.ts";
import type { ToolMeasure } from "./tool-measures.ts";
import { thisHost } from "../src/app/process/host.ts";

export const inProcess: readonly ToolMeasure[] = [
  { name: "scope", runs: 5, run: scope },
  { name: "dispatch", runs: 5, run: dispatch },
  { name: "config", runs: 20, run: config },
];

/** Microseconds per call, after as many warm-up calls. */
async function each(times: number, call: () => unknown): Promise<number> {
  for (let i = 0; i < times; i++) await call();
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  return ((performance.now() - start) / times) * 1000;
}

/** The same for synchronous calls: a turn of the microtasks would cost more than the call. */
function eachAtOnce(times: number, call: () => unknown): number {
  for (let i = 0; i < times; i++) call();
  const start = performance.now();
  for (let i = 0; i < times; i++) call();
  return ((performance.now() - start) / times) * 1000;
}

/** The path is below the last of 100 patterns: all of them are tried. */
async function scope(): Promise<Record<string, Record<string, number>>> {
  using folder = tempDir({ "documents/letters/2026/a.txt": "a" });
  const path = join(folder.path, "documents/letters/2026/a.txt");
  const patterns = Array.from({ length: 99 }, (_, i) => `${folder.path}/documents/*/${i}/**/*.txt`);
  const host = thisHost("linux");
  const checked = new FsScope({
    scope: [...patterns, `${folder.path}/documents/**`],
    folders: baseDirectories(
      {
        identifier: "org.example.bench",
        executable: process.execPath,
        name: "bench",
      },
      host,
    ),
    grants: new Grants(host),
    denied: [],
    ...host,
  });
  return {
    "check a path against 100 patterns, links followed (µs)": {
      Bun: eachAtOnce(5000, () => realpathSync(path)),
      framework: eachAtOnce(5000, () => checked.check(path, "main")),
    },
  };
}

/** From the text of a page's call to the text of its reply, on the memory platform. */
async function dispatch(): Promise<Record<string, Record<string, number>>> {
  using app = await startInMemory({ allow: ["os.all"] });
  const text = JSON.stringify({ command: "os.arch", args: {} });
  const reply = await app.page.post(text);
  if (!reply.startsWith('{"ok":true')) throw new Error(`The call failed: ${reply}`);
  return {
    "dispatch of a call, memory platform (µs)": {
      framework: await each(20_000, () => app.page.post(text)),
    },
  };
}

const configRow = "check a configuration of 2,000 lines (ms)";

/** 60 windows and 900 patterns: found, read, checked and settled. */
async function config(): Promise<Record<string, Record<string, number>>> {
  using folder = tempDir();
  const sources = join(folder.path, "src-framework");
  mkdirSync(join(sources, "page"), { recursive: true });
  const text = JSON.stringify(largeConfiguration(), null, 2);
  writeFileSync(join(sources, "framework.conf.json"), text);
  const load = () => loadConfig({ from: folder.path, system: "linux", command: "dev" });
  const start = performance.now();
  const { problems } = load();
  const time = performance.now() - start;
  if (problems.length > 0) throw new Error(`The configuration is wrong: ${problems[0]?.message}`);
  return { [configRow]: { framework: time } };
}

function largeConfiguration(): object {
  const patterns = (folder: string) =>
    Array.from({ length: 300 }, (_, i) => `$DOCUMENT/${folder}/${i}/**`);
  return {
    package: { productName: "Large", version: "1.2.3" },
    build: { devPath: "page", distDir: "page" },
    framework: {
      bundle: { identifier: "org.example.large" },
      allowlist: {
        fs: { all: true, scope: { allow: patterns("mine"), deny: patterns("shut") } },
        protocol: { asset: true, assetScope: patterns("pictures") },
      },
      windows: Array.from({ length: 60 }, (_, i) => ({
        label: `window${i}`,
        title: `Window ${i}`,
        url: `pages/${i}.html`,
        width: 800 + i,
        height: 600,
        minWidth: 400,
        minHeight: 300,
        x: i,
        y: i,
        resizable: i % 2 === 0,
        center: true,
        visible: i === 0,
        decorations: true,
        theme: "Dark",
        fullscreen: false,
        skipTaskbar: true,
      })),
    },
  };
}
