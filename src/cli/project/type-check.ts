import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { extname, join, relative, resolve, sep } from "node:path";
import { makeFolder, writeFile } from "../../disk/write.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { foundAbove, nearestAbove } from "../../config/read/ancestors.ts";
import { ownModule } from "../build/compile/entry.ts";
import { childEnvironment } from "../programs/hooks.ts";
import type { Programs } from "../programs/programs.ts";
import { end, type ProcessTree } from "../../process/process-tree.ts";
import { hasFrameworkPackage, nearestSettings } from "./framework-package.ts";
import { readRecord, record } from "./json-record.ts";
import { moduleLoaders } from "./module-loaders.ts";
import { packageName } from "./package-name.ts";
import { isFrameworkModule, packageRoot } from "./package-root.ts";
import type { Project } from "./project.ts";

/** The maximum number of reported errors. */
const most = 10;

export interface TypeCheckOptions {
  readonly project: Pick<Project, "configFolder" | "frontEndFolder">;
  /** The folder for files of ours. */
  readonly workFolder: string;
  readonly programs: Programs;
  /** Reported paths are relative to this folder. */
  readonly cwd: string;
}

/** A run of the project's own TypeScript over `main.ts`, in parallel with other work. */
export class TypeCheck implements AsyncDisposable {
  readonly #compiler: ProcessTree;
  /** Lines for the user, empty if there are no errors. It never rejects. */
  readonly problems: Promise<readonly string[]>;

  private constructor(compiler: ProcessTree, problems: Promise<readonly string[]>) {
    this.#compiler = compiler;
    this.problems = problems;
  }

  /** @returns `null`: there is no `main.ts`, or no suitable TypeScript */
  static async start(options: TypeCheckOptions): Promise<TypeCheck | null> {
    const { project, programs, cwd } = options;
    const compiler = findCompiler(project.configFolder);
    if (compiler === null || !existsSync(join(project.configFolder, ownModule))) return null;
    const settings = await writeSettings(options);
    if (settings === null) return null;
    const tree = programs.start(
      process.execPath,
      ["--no-install", compiler, "-p", settings, "--pretty", "false"],
      {
        cwd: project.configFolder,
        stdio: ["ignore", "pipe", "ignore"],
        env: childEnvironment(project.frontEndFolder),
      },
    );
    const { first } = tree;
    lowerPriority(first.pid);
    const { promise, resolve: settle } = Promise.withResolvers<readonly string[]>();
    let text = "";
    first.stdout?.setEncoding("utf8").on("data", (part: string) => (text += part));
    first.once("error", ({ message }) =>
      settle([`Cannot check the types of ${ownModule}: ${message}`]),
    );
    first.once("close", (code) =>
      settle(
        code === null
          ? []
          : mistakesIn(text, {
              configFolder: project.configFolder,
              cwd,
              hasRuntimeTypes: runtimeTypes(project.configFolder) !== null,
            }),
      ),
    );
    return new TypeCheck(tree, promise);
  }

  /** The same, or a line about exceeding this time limit, in milliseconds. */
  async problemsWithin(patience: number): Promise<readonly string[]> {
    const { promise, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
    const late = `Did not check the types of ${ownModule}: it takes longer than the build; run the compiler by itself`;
    const timer = setTimeout(() => giveUp([late]), patience);
    try {
      return await Promise.race([this.problems, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#compiler);
  }
}

/** TypeScript 5 or newer among the packages of the project or above it; `null`: there is none. */
function findCompiler(configFolder: string): string | null {
  for (const place of foundAbove(configFolder, "node_modules/typescript")) {
    const manifest = readRecord(join(place, "package.json"));
    if (manifest === null) continue;
    const bin = record(manifest["bin"])["tsc"];
    const major = Number.parseInt(String(manifest["version"]), 10);
    return typeof bin === "string" && major >= 5 ? join(place, bin) : null;
  }
  return null;
}

/**
 * Settings for `main.ts`, which Bun runs: settings beside it apply unchanged, those of the front
 * end except for bundling, and without any the check is strict.
 * @returns `null`: our own types are missing
 */
async function writeSettings({ project, workFolder }: TypeCheckOptions): Promise<string | null> {
  const { configFolder } = project;
  const nearest = nearestSettings(configFolder);
  const isOwn = nearest === join(configFolder, "tsconfig.json");
  const hasPackage = hasFrameworkPackage(configFolder);
  if (!hasPackage && !existsSync(join(packageRoot, packageJson.exports["./app"].types)))
    return null;
  const runtime = runtimeTypes(configFolder);
  const forBun = {
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext", "dom", "dom.iterable"],
    allowJs: true,
    checkJs: false,
    resolveJsonModule: true,
    verbatimModuleSyntax: false,
    isolatedModules: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: runtime === null ? [] : [runtime],
  };
  const settings = {
    ...(nearest !== null && { extends: nearest }),
    compilerOptions: {
      ...(nearest === null && { strict: true }),
      ...(!isOwn && forBun),
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      composite: false,
      incremental: false,
      declaration: false,
      ...(!hasPackage && { paths: ownTypes() }),
    },
    files: [
      join(configFolder, ownModule),
      join(workFolder, "texts.d.ts"),
      ...(runtime === null ? [join(workFolder, "runtime.d.ts")] : []),
    ],
    include: [],
    references: [],
  };
  makeFolder(workFolder);
  writeFile(join(workFolder, "texts.d.ts"), textModules);
  if (runtime === null) writeFile(join(workFolder, "runtime.d.ts"), anyRuntime);
  const file = join(workFolder, "types.json");
  writeFile(file, JSON.stringify(settings, null, 2));
  return file;
}

/** The types of our package that belong to no project. */
function ownTypes(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(packageJson.exports).flatMap(([name, file]) =>
      file !== null && typeof file === "object" && "types" in file
        ? [[`${packageName}${name.slice(1)}`, [join(packageRoot, file.types)]]]
        : [],
    ),
  );
}

/** The project's package with the types of Bun, or else of Node.js. */
function runtimeTypes(configFolder: string): string | null {
  const has = (name: string): boolean =>
    nearestAbove(configFolder, `node_modules/@types/${name}`) !== null;
  return ["bun", "node"].find(has) ?? null;
}

/** Modules missing in the types of Bun: migrations, imported `with { type: "text" }`. */
const textModules = `declare module "*.sql" {
  const text: string;
  export default text;
}
`;

/** Replaces the types of Bun and Node.js in a project without them: anything is permitted. */
const anyRuntime = `declare module "node:*";
declare module "bun";
declare module "bun:*";
${[
  "assert",
  "buffer",
  "child_process",
  "crypto",
  "events",
  "fs",
  "fs/promises",
  "http",
  "https",
  "net",
  "os",
  "path",
  "process",
  "stream",
  "timers",
  "timers/promises",
  "url",
  "util",
  "worker_threads",
  "zlib",
]
  .map((name) => `declare module ${JSON.stringify(name)};\n`)
  .join("")}declare var process: any;
declare var Bun: any;
declare var Buffer: any;
declare type Buffer = any;
declare var require: any;
declare var module: any;
declare var global: any;
declare var __dirname: string;
declare var __filename: string;
declare function setImmediate(task: (...args: any[]) => void, ...args: any[]): any;
declare function clearImmediate(handle: any): void;
interface ImportMeta { dir: string; file: string; path: string; dirname: string; filename: string; main: boolean; env: any; require: any; url: string; resolve(name: string): string; }
`;

/**
 * The compiler's output as lines for the user: the errors in the project's own files, each with its
 * position.
 */
function mistakesIn(
  output: string,
  {
    configFolder,
    cwd,
    hasRuntimeTypes,
  }: { readonly configFolder: string; readonly cwd: string; readonly hasRuntimeTypes: boolean },
): readonly string[] {
  const mistakes: string[] = [];
  let isOwn = false;
  let general: string | null = null;
  for (const line of output.split(/\r?\n/)) {
    const [, path, at = "", column = "", code = "", text = ""] = diagnostic.exec(line) ?? [];
    if (path !== undefined) {
      const file = resolve(configFolder, path);
      const isInstalled = file.split(sep).includes("node_modules") || isFrameworkModule(file);
      const isCode = moduleLoaders[extname(file)] !== undefined;
      isOwn = isCode && !isInstalled && (hasRuntimeTypes || !forLackOfTypes.has(code));
      if (isOwn) mistakes.push(`${relative(cwd, file)}:${at}:${column} warning: ${text} (${code})`);
      else if (!isCode) general ??= line;
    } else if (/^\s+\S/.test(line)) {
      // The continuation of a message.
      if (isOwn) mistakes.push(`${mistakes.pop() ?? ""}\n${line}`);
    } else if (line.startsWith("error ")) {
      isOwn = false;
      general ??= line;
    }
  }
  if (mistakes.length === 0)
    return general === null ? [] : [`Cannot check the types of ${ownModule}: ${general}`];
  const left = mistakes.length - most;
  return left > 0
    ? [...mistakes.slice(0, most), `and ${left} more in ${ownModule} and its imports`]
    : mistakes;
}

/**
 * Errors in code without types for Bun and Node.js: their modules are unknown, and their values are
 * `any`.
 */
const forLackOfTypes = new Set(
  [
    2304, 2307, 2503, 2580, 2591, 2694, 2702, 2709, 2867, 2868, 7005, 7006, 7016, 7019, 7031, 7034,
  ].map((code) => `TS${code}`),
);

/** In the form of `--pretty false`. */
const diagnostic = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/;

/** The app and the build take precedence. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system does not permit it.
  }
}
