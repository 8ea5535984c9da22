import { existsSync, statSync } from "node:fs";
import { dirname, extname, join, posix } from "node:path";
import { readText } from "../../../disk/read.ts";
import { moduleLoaders, writtenCode } from "../../project/module-loaders.ts";
import { isFrameworkModule } from "../../project/package-root.ts";
import { UserError } from "../../terminal.ts";
import { workerFile } from "./entry.ts";
import { packageOf, shownPath, type ModuleGraph } from "./module-graph.ts";

export interface Workers {
  /** The modules of threads, by their paths relative to the app thread's module. */
  readonly modules: Readonly<Record<string, string>>;
  /**
   * By the same names: the module of the thread, and those of the outer threads that start one
   * another down to it.
   */
  readonly chains: Readonly<Record<string, readonly string[]>>;
  readonly notes: readonly string[];
}

export const noWorkers: Workers = { modules: {}, chains: {}, notes: [] };

const threadByAddress = /new \w*Worker\w*\(\s*new URL\(/;

/** A name in the text of a module. */
interface Named {
  readonly name: string;
  /**
   * By `new URL(…, import.meta.url)`, which is relative to the module. Otherwise it is relative to
   * the folder that the app is started in.
   */
  readonly isAddress: boolean;
  /** True if a thread is made of it. `null`: maybe, elsewhere in the module. */
  readonly isThread: boolean | null;
}

interface WorkerOptions {
  readonly sourceFolder: string;
  /** The app is one executable. */
  readonly isWhole: boolean;
  /** The module of the app thread, and those of the known threads. */
  readonly begin: { readonly appThread: string; readonly workers: Workers };
}

/**
 * Finds the files that an app's own code names by their place beside it: threads, `new Worker(new
 * URL("./one.ts", import.meta.url))`, whose modules the app must contain, and other files, which it
 * will not contain. Packages are searched only for threads.
 * @param code the bundled modules
 * @throws UserError for threads that the app cannot contain
 */
export async function findWorkers(
  graph: ModuleGraph,
  code: string,
  { sourceFolder, isWhole, begin }: WorkerOptions,
): Promise<Workers> {
  const modules: Record<string, string> = {};
  const chains: Record<string, readonly string[]> = {};
  const notes = new Set<string>();
  const hasThreadsOfPackages = threadByAddress.test(code);
  const reaches = (from: string, path: string): boolean => graph.reachedFrom(from).has(path);
  const take = async (path: string, from: string, chain: readonly string[]): Promise<void> => {
    const loader = moduleLoaders[extname(path)];
    const ofPackage = packageOf(path);
    if (loader === undefined || !graph.isCode(path) || isFrameworkModule(path)) return;
    if (ofPackage !== null && !hasThreadsOfPackages) return;
    const text = readText(path);
    if (!(ofPackage === null ? /new URL\(|Worker\(/ : threadByAddress).test(text)) return;
    for (const { name, isAddress, isThread } of namesIn(text, loader, ofPackage === null)) {
      const module = resolved(name, isAddress ? dirname(path) : sourceFolder);
      if (module === null) continue;
      const quoted = JSON.stringify(name);
      const place = placeOf(name, isAddress, text, shownPath(path, sourceFolder));
      const tellFile = (): void => {
        notes.add(
          `The app will not have ${quoted}, which ${place} names: import it with { type: "file" }, or list it in framework.bundle.resources`,
        );
      };
      if (isThread === false || moduleLoaders[extname(module)] === undefined) {
        tellFile();
        continue;
      }
      const wanted = posix.join(isAddress ? from : ".", name);
      // An address has another meaning in each thread. If threads import the module that starts
      // them, each would contain one more level: a thread in itself without an end, and the others
      // in every order.
      const isStartedAbove = [begin.appThread, ...chain]
        .slice(0, -1)
        .some((one) => reaches(one, path));
      const comesBack = chain.includes(module) || (isStartedAbove && reaches(module, path));
      if (comesBack && modules[wanted] !== module) {
        notes.add(
          ofPackage === null
            ? `In the app, the thread ${quoted} cannot be started once more from within a thread, as ${place} would have it: if that never happens, let threads import nothing from there`
            : `Package "${ofPackage.name}" cannot start its thread ${quoted} once more from within a thread in the app`,
        );
        continue;
      }
      const wrong = whyNot({ wanted, module, isAddress, isWhole }, modules, sourceFolder);
      if (wrong === null) {
        modules[wanted] = module;
        chains[wanted] ??= [...chain, module];
      } else if (ofPackage !== null)
        notes.add(`Package "${ofPackage.name}" will not find its thread ${quoted} in the app`);
      else if (isThread === null) tellFile();
      else
        throw new UserError(`Cannot take the thread ${quoted} of ${place} into the app: ${wrong}`);
    }
  };
  for (const path of graph.reachedFrom(begin.appThread)) await take(path, ".", []);
  for (const [name, module] of Object.entries(begin.workers.modules)) {
    const chain = begin.workers.chains[name] ?? [];
    for (const path of graph.reachedFrom(module)) await take(path, posix.dirname(name), chain);
  }
  return { modules, chains, notes: [...notes] };
}

interface Thread {
  /** The path of its module relative to the app thread's module. */
  readonly wanted: string;
  readonly module: string;
  readonly isAddress: boolean;
  readonly isWhole: boolean;
}

/** The reason why a thread cannot be in the app with the others. `null`: it can. */
function whyNot(
  { wanted, module, isAddress, isWhole }: Thread,
  modules: Readonly<Record<string, string>>,
  sourceFolder: string,
): string | null {
  const ending = extname(wanted);
  // The app looks for a file with exactly this name.
  if (ending !== "" && moduleLoaders[ending] === undefined)
    return `name it with its ending, "${extname(module)}"`;
  if (wanted.startsWith("../"))
    return "put it into the folder of the module that names it, or below";
  // Bun looks for it in the folder that the app is started in.
  if (!isAddress && !isWhole) return "name it by new URL(…, import.meta.url)";
  if (taken.has(workerFile(wanted)))
    return "give it another name, a module of the framework has this one";
  const other = Object.keys(modules).find((name) => workerFile(name) === workerFile(wanted));
  if (other === undefined || modules[other] === module) return null;
  return `give it another name, "${shownPath(modules[other] ?? "", sourceFolder)}" has this one in the app`;
}

/** Our own modules in the same folder. */
const taken = new Set(["main.js", "app-thread.js", "dialog-thread.js", "packages.js"]);

/**
 * The names in the text of a module, without its comments. Only threads, if it belongs to a
 * package.
 */
function namesIn(text: string, loader: Bun.JavaScriptLoader, isOwn: boolean): Named[] {
  const code = writtenCode(text, loader);
  const hasThreads = code.includes("Worker");
  const addresses = code.matchAll(
    /(new [\w$.]+\()?new URL\((["'`])((?:(?!\2)[^\\$])*)\2, import\.meta\.url\)/g,
  );
  const plain = isOwn ? code.matchAll(/\bnew [\w$.]*Worker\((["'`])((?:(?!\1)[^\\$:])*)\1/g) : [];
  return [
    ...[...addresses].flatMap(([, made, , name = ""]): Named[] => {
      if (!isOwn)
        return made?.includes("Worker") === true ? [{ name, isAddress: true, isThread: true }] : [];
      return [
        { name, isAddress: true, isThread: hasThreads && (made === undefined ? null : true) },
      ];
    }),
    ...[...plain].map(([, , name = ""]) => ({ name, isAddress: false, isThread: true })),
  ];
}

/** The file of a name, which may have no ending. */
function resolved(name: string, folder: string): string | null {
  if (/^([a-z]+:|\/)/i.test(name)) return null;
  const path = join(folder, name);
  if (existsSync(path) && statSync(path).isFile()) return path;
  const found = Object.keys(moduleLoaders).map(
    (ending) => path.replace(/\.[cm]?jsx?$/, "") + ending,
  );
  return found.find((each) => existsSync(each)) ?? null;
}

/** `src-framework/main.ts:12` */
function placeOf(name: string, isAddress: boolean, text: string, path: string): string {
  const at = text.search(
    new RegExp(`${isAddress ? "URL" : "Worker"}\\(\\s*["'\`]${RegExp.escape(name)}["'\`]`),
  );
  return at === -1 ? path : `${path}:${text.slice(0, at).split("\n").length}`;
}
