import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, resolve } from "node:path";
import { limits, readText } from "../../../disk/read.ts";
import { removeFile, removeFolder } from "../../../disk/write.ts";
import { bunBuild, CompileError, type BunBuildOptions } from "./bun-build.ts";
import { checkBuiltinImports } from "./builtin-imports.ts";
import { noOwnModules, ownModule, writeEntries, type Entries, type EntryOptions } from "./entry.ts";
import { importOrder } from "./import-order.ts";
import { ModuleGraph, packageOf, type MissingModule } from "./module-graph.ts";
import { findAddons } from "../files/native-addons.ts";
import { findNamedFiles } from "../files/named-files.ts";
import { findWorkers, noWorkers } from "./workers.ts";

export interface SealedEntries {
  readonly entries: Entries;
  /** The paths of threads' modules, relative to the app thread's module. */
  readonly workers: readonly string[];
  /** Messages for the developer: the parts that the app will not have. */
  readonly notes: readonly string[];
}

export interface SealedOptions extends BunBuildOptions {
  /** The app is one executable. */
  readonly isWhole: boolean;
}

/**
 * Writes the entries of a shipped app, with the threads and native addons of its own code. If a
 * package is optional for the code and was missing at build time, the app does not have it either:
 * the runtime would look for it in `node_modules` of the folder that the app is started in, and run
 * code that another user has put there.
 * @throws UserError for code that cannot work
 */
export async function writeSealedEntries(
  options: SealedOptions,
  wanted: EntryOptions,
): Promise<SealedEntries> {
  const entries = await writeEntries(wanted);
  // Our own modules are complete.
  if (!existsSync(join(wanted.sourceFolder, ownModule))) return { entries, workers: [], notes: [] };
  let found = await readModules(options, entries);
  let workers = noWorkers;
  // The imports of a new module may also show that it is no thread. It stays in the list, or it
  // would count as new again.
  const seen: Record<string, string> = {};
  for (;;) {
    const begin = { appThread: entries.appThread, workers };
    workers = await findWorkers(found.graph, found.code, { ...options, begin });
    if (Object.keys(workers.modules).every((name) => Object.hasOwn(seen, name))) break;
    Object.assign(seen, workers.modules);
    // Threads may have threads of their own.
    const ownModules = { ...noOwnModules, workers: seen };
    found = await readModules(options, await writeEntries({ ...wanted, ownModules }));
  }
  const { sourceFolder } = options;
  await checkBuiltinImports(found.appThread, found.graph, sourceFolder);
  const { addons, notes, packages } = await findAddons(found.graph, found.code, options);
  const named = await findNamedFiles(found.graph, { sourceFolder, known: packages });
  const loaders = Object.keys(addons);
  // A needed module that is missing has stopped the build. Bun also marks what a module re-exports
  // as external, if nothing uses it. Such a package may be installed, and part of the app.
  const optional = found.graph.missing.filter(({ isNeeded }) => !isNeeded);
  const missing = [...new Set([...found.external, ...optional.map(({ name }) => name)])].filter(
    (name) => !/^\.\.?\//.test(name) && !loaders.includes(name),
  );
  const first = [join(wanted.sourceFolder, ownModule), ...Object.values(workers.modules)];
  const orders = Object.fromEntries(
    first
      .map((module) => [module, importOrder(found.graph, module)] as const)
      .filter(([, order]) => order.length > 0),
  );
  const ownModules = { missing: missing.sort(), addons, workers: workers.modules, orders };
  return {
    entries: await writeEntries({ ...wanted, ownModules }),
    workers: Object.keys(workers.modules),
    notes: [...notesOf(found), ...workers.notes, ...notes, ...named],
  };
}

interface Found {
  readonly graph: ModuleGraph;
  /** The bundled modules. */
  readonly code: string;
  /** That of the app thread. */
  readonly appThread: string;
  /** The modules that packages load only on demand, and missing ones: names, and whole paths. */
  readonly external: readonly string[];
}

/** Bundles the modules to analyse them. */
async function readModules(options: SealedOptions, entries: Entries): Promise<Found> {
  const folder = join(options.workFolder, "modules");
  const file = join(options.workFolder, "modules.json");
  const read = async (external: readonly string[]): Promise<Found> => {
    removeFolder(folder);
    // Bun writes through a link of that name.
    removeFile(file);
    // The build itself repeats its messages, or they are the reason why there is no build.
    const quiet = { ...options, terminal: undefined };
    const args = ["--target=bun", `--outdir=${folder}`, `--metafile=${file}`];
    await bunBuild(quiet, { ...entries, external }, args);
    const outputs = (await readdir(folder, { recursive: true })).filter(
      (name) => extname(name) === ".js",
    );
    const textOf = (name: string): string => readText(join(folder, name), { limit: limits.whole });
    return {
      graph: await ModuleGraph.read(file, options.sourceFolder),
      code: outputs.map(textOf).join("\n"),
      appThread: textOf(basename(entries.appThread)),
      external,
    };
  };
  try {
    return await read([]);
  } catch (error) {
    const names = error instanceof CompileError ? unresolved(error.printed) : [];
    if (names.length === 0) throw error;
    const found = await read(names);
    const needed = found.graph.missing.filter(({ isNeeded }) => isNeeded);
    if (needed.length === 0) return found;
    // This makes the message name only these.
    return await read(names.filter((name) => !needed.some((one) => isCalled(one, name))));
  }
}

function isCalled({ name, from }: MissingModule, external: string): boolean {
  return (isAbsolute(external) ? resolve(dirname(from), name) : name) === external;
}

/** The missing modules that packages load. None if the app's own code loads one. */
function unresolved(output: string): readonly string[] {
  const found = [...output.matchAll(/error: Could not resolve: "(.+?)".*\n\s+at (.+):\d+:\d+/g)];
  const names = found.map(([, name = "", from = ""]) =>
    packageOf(from) === null ? null : name.startsWith(".") ? resolve(dirname(from), name) : name,
  );
  return [...new Set(names.filter((name) => name !== null))];
}

/** A line for each package. */
function notesOf({ graph, external }: Found): string[] {
  const lacking = Map.groupBy(
    graph.missing.filter((one) => external.some((name) => isCalled(one, name))),
    ({ from }) => packageOf(from)?.name ?? from,
  );
  return [...lacking].map(([name, missing]) => {
    const names = [...new Set(missing.map((one) => JSON.stringify(one.name)))].sort();
    const [them, they] = names.length === 1 ? ["it", "is"] : ["them", "are"];
    return `Package "${name}" loads ${listed(names)} when it needs ${them}, which ${they} not installed: what needs ${them} fails in the app`;
  });
}

function listed(names: readonly string[]): string {
  return names.length === 1
    ? `${names[0]}`
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
