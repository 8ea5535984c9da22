// `bun bench/updates.ts <an older checkout of the framework> [an older Bun]`: the download size of
// updates between five versions of `examples/every-api`, with a different change in each, and from
// each to the newest. It prints the table of docs/updates.md.
//
// The AppImage is in its published form; for Windows and macOS it is the executable, which is
// nearly all of the installer and of the bundle. If this machine has no Bun for a system, its
// column is empty.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LocalSources } from "../src/app/updater/delta/local-sources.ts";
import { chunkIndexName, writeChunks } from "../src/bundler/update-chunks.ts";
import { openRoot } from "../src/disk/roots.ts";
import { parseChunkIndex, type ChunkPacking } from "../src/contract/shipped/chunk-index.ts";
import { built } from "./host.ts";

const root = join(import.meta.dir, "..");

/** The updated files, with the compression of their chunks. */
const updates = {
  "AppImage (KB)": { bundle: "appimage", target: "linux-x64", packing: "none" },
  "Windows (KB)": { bundle: "none", target: "windows-x64", packing: "deflate" },
  "macOS (KB)": { bundle: "none", target: "macos-arm64", packing: "deflate" },
} as const satisfies Record<string, { bundle: string; target: string; packing: ChunkPacking }>;
type Update = (typeof updates)[keyof typeof updates];

type Change = (folder: string) => void;
const appended =
  (file: string, text: string): Change =>
  (folder) =>
    writeFileSync(join(folder, file), `${readFileSync(join(folder, file), "utf8")}\n${text}\n`);

interface Version {
  readonly version: string;
  /** The change in it. */
  readonly what: string;
  readonly change: Change;
  /** The framework that it is built with. */
  readonly checkout: string;
}

const [older, olderBun] = process.argv.slice(2);
if (older === undefined)
  throw new Error("Cannot measure: want the path of an older checkout of the framework");

const versions: readonly Version[] = [
  { version: "1.0.0", what: "", change: () => {}, checkout: resolve(older) },
  { version: "1.1.0", what: "the framework", change: () => {}, checkout: root },
  {
    version: "1.2.0",
    what: "the app's own code",
    change: appended(
      "src-framework/main.ts",
      'console.log("a line that was not there", process.pid);',
    ),
    checkout: root,
  },
  {
    version: "1.3.0",
    what: "an icon",
    change: (folder) =>
      cpSync(
        join(folder, "src-framework/icons/128x128@2x.png"),
        join(folder, "src-framework/icons/128x128.png"),
      ),
    checkout: root,
  },
  {
    version: "1.4.0",
    what: "the page",
    change: (folder) => {
      appended("page/style.css", "main { padding: 3px; color: #123; }")(folder);
      appended("page/main.ts", 'console.log("a line that was not there", document.title);')(folder);
    },
    checkout: root,
  },
];

const names = Object.keys(updates);
const made: Record<string, string>[] = [];
for (const [index, { version, checkout }] of versions.entries()) {
  const changes = versions.slice(0, index + 1).map(({ change }) => change);
  made.push(await buildAll(checkout, version, changes));
}
const newest = made.at(-1) ?? {};
const cells: string[][] = [
  ["from", "to", "what has changed", ...names],
  ["---", "---", "---", ...names.map(() => "--:")],
];
for (const [index, { version, what }] of versions.entries()) {
  const [from, to] = [made[index - 1], made[index]];
  const before = versions[index - 1]?.version ?? "";
  if (from !== undefined && to !== undefined)
    cells.push([before, version, what, ...(await costs(from, to))]);
}
const last = versions.at(-1)?.version ?? "";
for (const [index, { version }] of versions.slice(0, -2).entries()) {
  const all = versions.slice(index + 1).map(({ what }) => what);
  cells.push([version, last, all.join(", "), ...(await costs(made[index] ?? {}, newest))]);
}
if (olderBun !== undefined) {
  const runBy: Change = (folder) => change(folder, { build: { runner: resolve(olderBun) } });
  const changes = versions.map((version) => version.change);
  // Only this machine's own apps are made from the Bun that compiles them.
  const [cost = ""] = await costs(await buildAll(root, last, [...changes, runBy]), newest);
  cells.push([last, last, "Bun", cost, "", ""]);
}
cells.push(["nothing", last, "everything", ...(await costs(null, newest))]);
console.log(cells.map((row) => `| ${row.join(" | ")} |`).join("\n"));

/** Changes sections of the configuration. */
function change(folder: string, sections: Readonly<Record<string, object>>): void {
  const file = join(folder, "src-framework/framework.conf.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
  for (const [name, fields] of Object.entries(sections))
    config[name] = { ...config[name], ...fields };
  writeFileSync(file, JSON.stringify(config));
}

/** Builds a version for each system; returns the paths of the updated files. */
async function buildAll(
  checkout: string,
  version: string,
  changes: readonly Change[],
): Promise<Record<string, string>> {
  // Inside the checkout, so that the framework is found as by the examples.
  const folder = join(checkout, "build/updates");
  rmSync(folder, { recursive: true, force: true });
  for (const example of ["every-api", "dialogs"]) {
    const isSource = (path: string) => !path.endsWith("/target") && !path.endsWith("/dist");
    cpSync(join(root, "examples", example), join(folder, example), {
      recursive: true,
      filter: isSource,
    });
  }
  const app = join(folder, "every-api");
  change(app, { package: { version } });
  for (const apply of changes) apply(app);
  const paths: Record<string, string> = {};
  for (const [system, update] of Object.entries(updates)) {
    const made = await build(checkout, app, update);
    if (made === null) continue;
    await mkdir(join(built, "updates"), { recursive: true });
    const kept = join(built, "updates", `${version}-${changes.length}-${update.target}`);
    cpSync(made, kept);
    paths[system] = kept;
  }
  return paths;
}

async function build(
  checkout: string,
  app: string,
  { bundle, target }: Update,
): Promise<string | null> {
  const command = [process.execPath, join(checkout, "src/cli/main.ts"), "build", "--json"];
  const child = Bun.spawn([...command, "--bundles", bundle, "--target", target], {
    cwd: app,
    env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) {
    console.error(`${target}: ${err.trim().split("\n").at(-1) ?? ""}`);
    return null;
  }
  const made = JSON.parse(out) as { executable: string; packages: readonly { path: string }[] };
  return made.packages[0]?.path ?? made.executable;
}

/** The download size of each system's update from one version to another; `null`: from none. */
async function costs(
  from: Readonly<Record<string, string>> | null,
  to: Readonly<Record<string, string>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [system, { packing }] of Object.entries(updates)) {
    const next = to[system];
    const seeds = from === null ? [] : [from[system]];
    const isThere = next !== undefined && seeds.every((seed) => seed !== undefined);
    found.push(isThere ? figure(await costOf(seeds as string[], next, packing)) : "");
  }
  return found;
}

async function costOf(
  old: readonly string[],
  next: string,
  packing: ChunkPacking,
): Promise<number> {
  const folder = openRoot(join(built, "updates"));
  writeChunks(readFileSync(next), { folder, name: "chunks", packing });
  const bytes = readFileSync(join(folder, chunkIndexName("chunks")));
  const { chunks } = parseChunkIndex(bytes);
  await using seeds = await LocalSources.find(old, new Set(chunks.map(({ hash }) => hash)));
  const missing = chunks.filter(({ hash }) => !seeds.has(hash));
  return missing.reduce((sum, { packedSize }) => sum + packedSize, bytes.length);
}

function figure(bytes: number): string {
  return Math.round(bytes / 1000).toLocaleString("en");
}
