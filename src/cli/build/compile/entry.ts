import { existsSync } from "node:fs";
import { dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import { makeFolder, removeFolder, writeFile } from "../../../disk/write.ts";
import type { ResolvedConfig } from "../../../config/index.ts";
import type { AppSpec } from "../../../contract/shipped/pack.ts";
import type { System } from "../../../contract/target.ts";
import type { DevProfile } from "../../../contract/ui/index.ts";
import { source } from "../../project/package-root.ts";
import { partModules } from "./parts.ts";

/** The modules an app starts from: one for each kind of thread. */
export interface Entries {
  readonly main: string;
  readonly appThread: string;
  /** What threads of native dialogs run, where the system wants them on threads of their own. */
  readonly dialogThread: string | null;
  /** What threads of the app's own code run. */
  readonly workers: readonly string[];
  /** What they load while the app runs: names, and whole paths. */
  readonly external: readonly string[];
}

/** What was found out about the app's own code, for an app that is shipped. */
export interface OwnModules {
  /** Names and whole paths of modules that it loads where they are there, which they are not. */
  readonly missing: readonly string[];
  /**
   * The native addons that packages look for on the disk, by the package they do it with and by
   * their names.
   */
  readonly addons: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * The modules of its threads, by where they are looked for from the app thread's module:
   * `workers/one.ts`.
   */
  readonly workers: Readonly<Record<string, string>>;
  /**
   * By its first module, and those of its threads: what is imported before, so that everything runs
   * in its order.
   */
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

export const noOwnModules: OwnModules = { missing: [], addons: {}, workers: {}, orders: {} };

export interface EntryOptions {
  /** Where the modules are written. A real path, and so is `sourceFolder`. */
  readonly folder: string;
  readonly system: System;
  /** The app source directory; its `main.ts`, if there is one, becomes part of the app. */
  readonly sourceFolder: string;
  readonly config: ResolvedConfig;
  /** An expression for the app spec, of the functions of `app/app-spec.ts`; it may name `pack`. */
  readonly appSpec: string;
  /** An expression for the file the app is started by. */
  readonly executable: string;
  /** An expression for the file that the asset pack is in; in development for any. */
  readonly pack: string;
  /**
   * In development: the address of the proxy before the front end's server; `null`: there is none.
   */
  readonly proxy: string | null;
  /** In development: the engine's profile for the project. */
  readonly profile?: DevProfile;
  /**
   * Windows: the folder beside the executable with a web engine that the app brings. Default: it
   * uses the machine's.
   */
  readonly fixedRuntime?: string | null;
  /**
   * What kind of app it is: a released one takes nothing by which tools of developers get into it.
   */
  readonly mode: AppSpec["mode"];
  /** Default: none. */
  readonly ownModules?: OwnModules;
  /**
   * In development: the address on which the tool waits for the app thread, whether it watches
   * files, and its record.
   */
  readonly tool?: { readonly address: string; readonly watches: boolean; readonly record: string };
  /**
   * In development: debuggers reach the app's own code, which runs on the main thread then.
   * Default: false.
   */
  readonly isInspected?: boolean;
  /**
   * In development: the folder that the tool was started in. Default: that of the app's process.
   */
  readonly workingFolder?: string;
  /** For tests of the app's author: the app thread's module is a whole app without windows. */
  readonly isInMemory?: boolean;
}

/** The module with the app's own commands, in the app source directory. */
export const ownModule = "main.ts";

/**
 * Writes the entries of an app: the only place where `native`, `app` and the app's own code meet.
 * The tool hands them to Bun by their paths and imports none of them, so it works where no toolkit
 * is installed.
 */
export async function writeEntries(options: EntryOptions): Promise<Entries> {
  const { folder, system, sourceFolder, config, appSpec, executable, pack, mode, tool } = options;
  const { ownModules = noOwnModules } = options;
  // Relative, because the text of an entry becomes part of the executable's source map: the same
  // project must give the same bytes in another folder.
  const quote = (path: string): string => quoteFrom(folder, path);
  const own = join(sourceFolder, ownModule);
  // What exports no default is a mistake, and an app without the module is none.
  const orders = await writeOrders(folder, ownModules);
  const order = orders.get(own);
  const loadOrder = order === undefined ? "" : `await import(${quote(order)}); `;
  const load = existsSync(own)
    ? `async () => { ${loadOrder}return (await import(${quote(own)})).default ?? null; }`
    : "async () => undefined";
  // JavaScript, because the front end's compiler may take in every TypeScript file below its
  // folder, and would go on from here to the framework's sources, which are not written for its
  // settings.
  const dialogThread = system === "windows" ? join(folder, "dialog-thread.js") : null;
  const entries = {
    main: join(folder, "main.js"),
    appThread: join(folder, "app-thread.js"),
    dialogThread,
    ...(await writeOwnModules(folder, ownModules, orders)),
  };
  const packages = hasPackages(ownModules) ? `import "./${packagesModule}";\n` : "";
  const [identityImport, identity] = earlyIdentity(options, quote(source("app/identity.ts")));
  const openPlatform = openWith(options);
  const openImport = `import { open } from ${quote(source(`native/${system}/index.ts`))};\n`;
  if (options.isInspected === true)
    writeInspectedEntries(
      options,
      entries,
      `${openImport}${identityImport}`,
      `${openPlatform}, ${identity}`,
    );
  else
    writeFile(
      entries.main,
      `${openImport}import { startUi } from ${quote(source("native/start.ts"))};
${identityImport}
startUi(new URL("./app-thread.js", import.meta.url), ${openPlatform}, ${identity});
`,
    );
  if (dialogThread !== null) {
    const module = source("native/windows/dialogs/dialog-thread.ts");
    writeFile(
      dialogThread,
      `import { workerData } from "node:worker_threads";
import { runDialogThread } from ${quote(module)};
runDialogThread(workerData);
`,
    );
  }
  const [toolImport, toolField] =
    tool === undefined
      ? ["", ""]
      : [
          `import { connectTool } from ${quote(source("app/tool.ts"))};\n`,
          `  tool: connectTool(${JSON.stringify(tool)}, channel.restart),\n`,
        ];
  // A released app has no line by which another program drives it.
  const [automationImport, automationField] =
    mode === "release"
      ? ["", ""]
      : [
          `import { openAutomation } from ${quote(source("app/automation/automation.ts"))};\n`,
          "  automation: openAutomation(),\n",
        ];
  const channelImport =
    options.isInMemory === true
      ? `import { openMemoryChannel as openChannel } from ${quote(source("native/memory/channel.ts"))};`
      : `import { openChannel } from ${quote(source("native/channel.ts"))};`;
  const { workingFolder } = options;
  const folderField =
    workingFolder === undefined ? "" : `  workingFolder: ${JSON.stringify(workingFolder)},\n`;
  const used = partModules(config);
  const partImports = used.map(
    ({ name, module }) => `import { ${name} } from ${quote(source(module))};\n`,
  );
  const [hostImports, host] = hostOf(system, (path) => quote(source(path)));
  writeFile(
    entries.appThread,
    `${packages}import { readPackedSpec, readPackFile, readSpecFile } from ${quote(source("app/app-spec.ts"))};
${hostImports}
import { openPack } from ${quote(source("app/pack.ts"))};
import { startApp } from ${quote(source("app/start.ts"))};
${channelImport}
${partImports.join("")}${toolImport}${automationImport}
const channel = openChannel();
const pack = openPack(${pack});
void startApp({
  channel,
  hostOf: ${host},
  appSpec: ${appSpec},
  executable: ${executable},
  pack,
  arguments: process.argv.slice(2),
  loadDefinition: ${load},
  parts: { ${used.map(({ name }) => name).join(", ")} },
${folderField}${toolField}${automationField}});
`,
  );
  return entries;
}

/** Writes the entries of an app whose own code is on the main thread, where debuggers reach it. */
function writeInspectedEntries(
  { folder }: EntryOptions,
  { main }: Pick<Entries, "main">,
  imports: string,
  platform: string,
): void {
  const inspected = quoteFrom(folder, source("native/inspected.ts"));
  writeFile(
    main,
    `import { startInspected } from ${inspected};
await startInspected(new URL("./ui-thread.js", import.meta.url));
await import("./app-thread.js");
`,
  );
  writeFile(
    join(folder, "ui-thread.js"),
    `${imports}import { runUi } from ${quoteFrom(folder, source("native/start.ts"))};
import { endInspected, startOnMainThread } from ${inspected};

runUi(${platform}, { startAppThread: startOnMainThread, endProcess: endInspected, isInspected: true });
`,
  );
}

/**
 * Writes modules that import others, each by a module of its own: those are run in their order,
 * also where what they import is CommonJS. They lie in no folder where a thread could have the same
 * name.
 * @returns their paths, by what is to be loaded after them
 */
async function writeOrders(
  folder: string,
  { orders }: OwnModules,
): Promise<ReadonlyMap<string, string>> {
  const places = `${folder}-order`;
  removeFolder(places);
  const written = Object.entries(orders).map(async ([first, order], number) => {
    const place = join(places, `${number}`);
    makeFolder(place);
    const write = async (name: string, paths: readonly string[]): Promise<string> => {
      const lines = paths.map((path) => `import ${quoteFrom(place, path)};\n`);
      writeFile(join(place, name), lines.join(""));
      return join(place, name);
    };
    const modules = await Promise.all(order.map((path, index) => write(`${index}.js`, [path])));
    return [first, await write("all.js", modules)] as const;
  });
  return new Map(await Promise.all(written));
}

/** The name of a module in the text of one that lies in a folder. */
function quoteFrom(folder: string, path: string): string {
  const from = relative(folder, path).split(sep).join("/");
  // From one drive of Windows to another only the whole path leads.
  return JSON.stringify(from.startsWith(".") || isAbsolute(from) ? from : `./${from}`);
}

/** What says to the app's own code which packages are there. */
const packagesModule = "packages.js";

function hasPackages({ missing, addons }: OwnModules): boolean {
  return missing.length > 0 || Object.keys(addons).length > 0;
}

/**
 * Writes what each thread begins with that runs the app's own code, and the modules of those beside
 * the app thread.
 */
async function writeOwnModules(
  folder: string,
  ownModules: OwnModules,
  orders: ReadonlyMap<string, string>,
): Promise<Pick<Entries, "workers" | "external">> {
  const { missing, addons, workers } = ownModules;
  makeFolder(folder);
  if (hasPackages(ownModules)) {
    const calls = Object.entries(addons).map(([loader, files]) => {
      const loads = Object.entries(files).map(
        ([name, file]) => `${JSON.stringify(name)}: () => require(${quoteFrom(folder, file)})`,
      );
      return `bringAddons(${JSON.stringify(loader)}, { ${loads.join(", ")} });\n`;
    });
    const from = (module: string): string => quoteFrom(folder, source(module));
    writeFile(
      join(folder, packagesModule),
      `import { bringAddons } from ${from("app/native-addons.ts")};
import { refusePackages } from ${from("app/missing-packages.ts")};
refusePackages(${JSON.stringify(missing.filter((name) => !isPath(name)))});
${calls.join("")}`,
    );
  }
  const written = Object.entries(workers).map(async ([name, module]) => {
    const path = join(folder, workerFile(name));
    const packages = hasPackages(ownModules) ? join(folder, packagesModule) : undefined;
    const imports = [packages, orders.get(module), module].filter((each) => each !== undefined);
    makeFolder(dirname(path));
    writeFile(path, imports.map((each) => `import ${quoteFrom(dirname(path), each)};\n`).join(""));
    return path;
  });
  return { workers: await Promise.all(written), external: [...missing, ...Object.keys(addons)] };
}

/**
 * What the module of a thread is called in an app: Bun's compiler gives all of them this ending.
 */
export function workerFile(name: string): string {
  return `${name.slice(0, name.length - extname(name).length)}.js`;
}

function isPath(name: string): boolean {
  return name.startsWith(".") || isAbsolute(name);
}

/** The expression that opens the platform, with what it has to know from the beginning. */
function openWith({ system, config, mode, fixedRuntime = null }: EntryOptions): string {
  const given = (options: string): string => `(events) => open(events, { ${options} })`;
  if (system === "macos") return given(`usesPrivateApi: ${config.framework.macOSPrivateApi}`);
  if (system === "linux") return "open";
  return given(
    `dialogThread: new URL("./dialog-thread.js", import.meta.url), fixedRuntime: ${JSON.stringify(fixedRuntime)}, takesOverrides: ${mode !== "release"}`,
  );
}

/** The imports and the expression for the machine that the app finds itself on. */
function hostOf(system: System, quoted: (path: string) => string): [string, string] {
  const from = quoted("app/process/host.ts");
  // Each system does some things by calls that Bun does not have, and the app room makes none.
  const calls = quoted(`native/${system}/app-calls.ts`);
  const name = system === "macos" ? "mac" : system;
  return [
    `import { ${name}Host } from ${from};\nimport { ${name}Calls } from ${calls};`,
    `() => ${name}Host(${name}Calls)`,
  ];
}

/**
 * The import and the expression for who the app is, told to the ui thread at once where a window is
 * sure to open.
 */
function earlyIdentity(
  { config, executable, proxy, profile, system }: EntryOptions,
  module: string,
): [string, string] {
  const { cli, windows, bundle, pattern, singleInstance } = config.framework;
  // Its command line may want the app to print its version and end, and another start of it may be
  // the first.
  if (cli !== null || singleInstance || windows.length === 0) return ["", "null"];
  const facts = {
    name: config.package.productName,
    identifier: bundle.identifier,
    isIsolated: pattern.use === "isolation",
    windows: windows.map(({ additionalBrowserArgs }) => ({ additionalBrowserArgs })),
    proxy,
    profile: profile ?? null,
  };
  return [
    `import { earlyIdentity } from ${module};\n`,
    `earlyIdentity({ ...${JSON.stringify(facts)}, executable: ${executable} }, ${JSON.stringify(system)})`,
  ];
}
