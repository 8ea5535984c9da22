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
  /** The module for threads of native dialogs, if the system wants them on separate threads. */
  readonly dialogThread: string | null;
  /** The modules for threads of the app's own code. */
  readonly workers: readonly string[];
  /** Names and whole paths of modules that they load while the app runs. */
  readonly external: readonly string[];
}

/** The analysis of the app's own code, for an app that is shipped. */
export interface OwnModules {
  /** Names and whole paths of optional modules that are missing. */
  readonly missing: readonly string[];
  /**
   * The native addons that packages look for on the disk, by the package that loads them and by
   * their names.
   */
  readonly addons: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * The modules of its threads, by their paths relative to the app thread's module:
   * `workers/one.ts`.
   */
  readonly workers: Readonly<Record<string, string>>;
  /**
   * By its first module, and those of its threads: the modules that are imported before, so that
   * everything runs in the written order.
   */
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

export const noOwnModules: OwnModules = { missing: [], addons: {}, workers: {}, orders: {} };

export interface EntryOptions {
  /** The folder of the written modules. It is a real path, and so is `sourceFolder`. */
  readonly folder: string;
  readonly system: System;
  /** The app source directory; its `main.ts`, if there is one, becomes part of the app. */
  readonly sourceFolder: string;
  readonly config: ResolvedConfig;
  /** An expression for the app spec, made of functions of `app/app-spec.ts`. It may use `pack`. */
  readonly appSpec: string;
  /** An expression for the file that starts the app. */
  readonly executable: string;
  /** An expression for the file that contains the asset pack. In development, for any file. */
  readonly pack: string;
  /**
   * In development: the address of the proxy in front of the front end's server. `null`: there is
   * none.
   */
  readonly proxy: string | null;
  /** In development: the engine's profile for the project. */
  readonly profile?: DevProfile;
  /**
   * Windows: the folder beside the executable with the app's own web engine. Default: it uses the
   * machine's.
   */
  readonly fixedRuntime?: string | null;
  /**
   * The kind of the app. A released one contains nothing by which developer tools could control it.
   */
  readonly mode: AppSpec["mode"];
  /** Default: none. */
  readonly ownModules?: OwnModules;
  /**
   * In development: the address on which the tool waits for the app thread, whether the tool
   * watches files, and its record.
   */
  readonly tool?: { readonly address: string; readonly watches: boolean; readonly record: string };
  /**
   * In development: debuggers reach the app's own code, which then runs on the main thread.
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
 * Writes the entries of an app. This is the only place that connects `native`, `app` and the app's
 * own code. The tool gives their paths to Bun and imports none of them, so it works where no
 * toolkit is installed.
 */
export async function writeEntries(options: EntryOptions): Promise<Entries> {
  const { folder, system, sourceFolder, config, appSpec, executable, pack, mode, tool } = options;
  const { ownModules = noOwnModules } = options;
  // Relative, because the text of an entry becomes part of the executable's source map: the same
  // project must give the same bytes in another folder.
  const quote = (path: string): string => quoteFrom(folder, path);
  const own = join(sourceFolder, ownModule);
  // A module without a default export is a mistake. An app without the module has none.
  const orders = await writeOrders(folder, ownModules);
  const order = orders.get(own);
  const loadOrder = order === undefined ? "" : `await import(${quote(order)}); `;
  const load = existsSync(own)
    ? `async () => { ${loadOrder}return (await import(${quote(own)})).default ?? null; }`
    : "async () => undefined";
  // This is JavaScript, because the front end's compiler may include every TypeScript file below
  // its folder. It would continue from here to the framework's sources, which do not fit its
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
          `  tool: connectTool(${JSON.stringify(tool)}, channel),\n`,
        ];
  // A released app has no line for control by another program.
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
 * Writes modules that import others, each by a separate module. Those run in their order, even if
 * an imported module is CommonJS. They are not in a folder where a thread could have the same name.
 * @returns their paths, by the module to load after them
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

/** The name of a module, in the text of a module that is in a folder. */
function quoteFrom(folder: string, path: string): string {
  const from = relative(folder, path).split(sep).join("/");
  // From one drive of Windows to another a relative path is impossible.
  return JSON.stringify(from.startsWith(".") || isAbsolute(from) ? from : `./${from}`);
}

/** The module that lists the packages for the app's own code. */
const packagesModule = "packages.js";

function hasPackages({ missing, addons }: OwnModules): boolean {
  return missing.length > 0 || Object.keys(addons).length > 0;
}

/**
 * Writes the first module of each thread that runs the app's own code, and the modules of the
 * threads beside the app thread.
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

/** The file name of a thread's module in an app. Bun's compiler gives all of them this ending. */
export function workerFile(name: string): string {
  return `${name.slice(0, name.length - extname(name).length)}.js`;
}

function isPath(name: string): boolean {
  return name.startsWith(".") || isAbsolute(name);
}

/** The expression that opens the platform, with the options that it needs from the beginning. */
function openWith({ system, config, mode, fixedRuntime = null }: EntryOptions): string {
  const given = (options: string): string => `(events) => open(events, { ${options} })`;
  if (system === "macos") return given(`usesPrivateApi: ${config.framework.macOSPrivateApi}`);
  if (system === "linux") return "open";
  return given(
    `dialogThread: new URL("./dialog-thread.js", import.meta.url), fixedRuntime: ${JSON.stringify(fixedRuntime)}, takesOverrides: ${mode !== "release"}`,
  );
}

/** The imports and the expression for the machine of the app. */
function hostOf(system: System, quoted: (path: string) => string): [string, string] {
  const from = quoted("app/process/host.ts");
  // Each system needs some calls that Bun does not have, and the app room makes none.
  const calls = quoted(`native/${system}/app-calls.ts`);
  const name = system === "macos" ? "mac" : system;
  return [
    `import { ${name}Host } from ${from};\nimport { ${name}Calls } from ${calls};`,
    `() => ${name}Host(${name}Calls)`,
  ];
}

/**
 * The import and the expression for the identity of the app. The ui thread gets it at once where a
 * window is sure to open.
 */
function earlyIdentity(
  { config, executable, proxy, profile, system }: EntryOptions,
  module: string,
): [string, string] {
  const { cli, windows, bundle, pattern, singleInstance } = config.framework;
  // The command line may request that the app prints its version and ends, and another start of it
  // may be the first.
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
