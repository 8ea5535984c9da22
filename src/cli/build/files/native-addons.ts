import { documentPath } from "../../project/documents.ts";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { openToRead, readText } from "../../../disk/read.ts";
import type { Architecture, System, Target } from "../../../contract/target.ts";
import { nearestAbove } from "../../../config/read/ancestors.ts";
import { targetName } from "../build-target.ts";
import { readRecord, record } from "../../project/json-record.ts";
import { packageOf, shownPath, type ModuleGraph } from "../compile/module-graph.ts";

interface Addons {
  /**
   * The files that packages look for on the disk, by the package that loads them and by their
   * names.
   */
  readonly addons: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The parts that the app will not have. */
  readonly notes: readonly string[];
  /** The folders of the packages with addons, whether the app will have these or not. */
  readonly packages: ReadonlySet<string>;
}

export interface AddonOptions {
  readonly sourceFolder: string;
  readonly target: Target;
}

/** Packages that find addons of other packages on the disk. */
const finders = [
  "bindings",
  "node-gyp-build",
  "node-gyp-build-optional-packages",
  "@mapbox/node-pre-gyp",
  "node-pre-gyp",
  "pkg-prebuilds",
];

/**
 * Finds the native addons of an app's own code: libraries that are loaded while the app runs. The
 * app contains addons that are required by their paths, and addons that packages look for on the
 * disk if their names are known.
 * @param code the bundled modules
 */
export async function findAddons(
  graph: ModuleGraph,
  code: string,
  { sourceFolder, target }: AddonOptions,
): Promise<Addons> {
  const users = usersOf(graph);
  if (users.size === 0 && !/\.node["'`]/.test(code))
    return { addons: {}, notes: [], packages: new Set() };
  const files = graph.paths.filter((path) => extname(path) === ".node");
  const notes: string[] = [];
  for (const file of files) {
    if (await fits(file, target)) continue;
    notes.push(
      `The app for ${targetName(target)} cannot load the native addon "${shownPath(file, sourceFolder)}", which is for another system or processor`,
    );
  }
  const [byName, only] = await Promise.all([
    namedAddons(users.get("bindings") ?? [], target),
    onlyAddon(users.get("node-gyp-build") ?? [], target),
  ]);
  const addons = {
    ...(users.has("bindings") && { bindings: byName }),
    ...(only !== null && { "node-gyp-build": { [addonName(only)]: only } }),
  };
  const inApp = new Set(
    [
      ...files.flatMap((file) => graph.loadersOf(file)),
      ...files,
      ...Object.values(byName),
      only ?? "",
    ].map((path) => packageOf(path)?.folder),
  );
  const packages = packagesWithAddons(graph, users);
  for (const { name, folder } of packages) {
    if (inApp.has(folder)) continue;
    notes.push(
      `Package "${name}" looks on the disk for its file for each system, a native addon or a program, and the app will not have it: see "What own code finds in an app" in ${documentPath("packages.md")}`,
    );
  }
  return { addons, notes, packages: new Set(packages.map(({ folder }) => folder)) };
}

/** The modules that use one of the finders, by finder. */
function usersOf(graph: ModuleGraph): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const path of graph.paths) {
    for (const loaded of graph.loadedBy(path)) {
      const name = packageOf(loaded)?.name ?? "";
      if (!finders.includes(name) || packageOf(path)?.name === name) continue;
      users.set(name, [...(users.get(name) ?? []), path]);
    }
  }
  return users;
}

/** The places where `bindings` looks in the folder of a package, in its order. */
const bindingFolders = [
  "build",
  "build/Debug",
  "build/Release",
  "out/Debug",
  "Debug",
  "out/Release",
  "Release",
];

/** The names that modules request from `bindings`. */
async function namedAddons(
  users: readonly string[],
  target: Target,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const user of users) {
    const text = readText(user);
    const folders = bindingFolders.map((folder) => join(rootOf(user), folder));
    for (const file of await addonsIn(folders, target)) {
      const name = addonName(file);
      if (text.includes(name)) found[name] ??= file;
    }
  }
  return found;
}

/**
 * The result of `node-gyp-build`. `null`: nothing, or several packages use it and are
 * indistinguishable.
 */
async function onlyAddon(users: readonly string[], target: Target): Promise<string | null> {
  const roots = [...new Set(users.map(rootOf))];
  const [root] = roots;
  if (root === undefined || roots.length > 1) return null;
  const system = { linux: "linux", windows: "win32", macos: "darwin" }[target.system];
  const prebuilt = join(root, "prebuilds");
  const names = existsSync(prebuilt) ? await readdir(prebuilt) : [];
  const fitting = names.filter(
    (name) => name.startsWith(`${system}-`) && name.includes(target.architecture),
  );
  const folders = ["build/Release", "build/Debug"].map((folder) => join(root, folder));
  const files = await addonsIn(
    [...folders, ...fitting.map((name) => join(prebuilt, name))],
    target,
  );
  // The parts of a name describe the system that it is for.
  return files.find((file) => !/\.(musl|electron|node-webkit)\b/.test(basename(file))) ?? null;
}

/** The folder with the package.json of a module. */
function rootOf(module: string): string {
  const manifest = nearestAbove(dirname(module), "package.json");
  return dirname(manifest ?? module);
}

async function addonsIn(folders: readonly string[], target: Target): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const name of (await readdir(folder)).sort()) {
      const file = join(folder, name);
      if (extname(name) === ".node" && (await fits(file, target))) found.push(file);
    }
  }
  return found;
}

function addonName(file: string): string {
  return basename(file, ".node");
}

/** Packages with files for each system, according to their package.json and their files. */
function packagesWithAddons(
  graph: ModuleGraph,
  users: ReadonlyMap<string, readonly string[]>,
): readonly { readonly name: string; readonly folder: string }[] {
  const packages = new Map(
    graph.paths.flatMap((path) => {
      const found = packageOf(path);
      return found === null || finders.includes(found.name) ? [] : [[found.folder, found] as const];
    }),
  );
  const using = new Set([...users.values()].flat().map((path) => packageOf(path)?.folder));
  return [...packages.values()].filter(
    ({ folder }) => using.has(folder) || bringsForSystems(folder),
  );
}

function bringsForSystems(folder: string): boolean {
  const { gypfile, binary, napi, optionalDependencies } =
    readRecord(join(folder, "package.json")) ?? {};
  const names = Object.keys(record(optionalDependencies));
  return (
    // The registry writes the field for the first kind. The package itself often lacks it.
    ["binding.gyp", "prebuilds"].some((name) => existsSync(join(folder, name))) ||
    [gypfile, binary, napi].some((field) => field !== undefined) ||
    names.some((name) => /\b(linux|win32|darwin)-(x64|arm64)\b/.test(name))
  );
}

/** True if a library is for a target, by its first bytes. */
async function fits(file: string, target: Target): Promise<boolean> {
  return (await targetsOf(file)).some((one) => targetName(one) === targetName(target));
}

const processors: Readonly<Record<number, Architecture>> = {
  // The processor numbers of ELF, Windows executables and macOS executables.
  62: "x64",
  183: "arm64",
  0x8664: "x64",
  0xaa64: "arm64",
  0x1000007: "x64",
  0x100000c: "arm64",
};

async function targetsOf(path: string): Promise<readonly Target[]> {
  const bytes = Buffer.alloc(4096);
  await using file = await openToRead(path);
  await file.read(bytes, 0, bytes.length, 0);
  const on = (system: System, numbers: readonly number[]): Target[] =>
    numbers.flatMap((number) => {
      const architecture = processors[number];
      return architecture === undefined ? [] : [{ system, architecture }];
    });
  switch (bytes.readUInt32BE(0)) {
    case 0x7f454c46:
      return on("linux", [bytes.readUInt16LE(18)]);
    case 0xcffaedfe:
      return on("macos", [bytes.readUInt32LE(4)]);
    case 0xcafebabe: {
      const count = Math.min(bytes.readUInt32BE(4), 16);
      return on(
        "macos",
        Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + 20 * index)),
      );
    }
    default: {
      const header = bytes.readUInt32LE(0x3c);
      const isWindows = bytes.toString("latin1", 0, 2) === "MZ" && header < bytes.length - 6;
      return isWindows ? on("windows", [bytes.readUInt16LE(header + 4)]) : [];
    }
  }
}
