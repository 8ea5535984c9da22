import { join, relative, resolve, sep } from "node:path";
import { isBuiltin } from "node:module";
import { limits, readText } from "../../../disk/read.ts";

/** The output of Bun's `--metafile`. Its paths are relative to Bun's working folder. */
interface Metafile {
  readonly inputs: Readonly<
    Record<
      string,
      { readonly imports: readonly MetafileImport[]; readonly format?: "cjs" | "esm" | "json" }
    >
  >;
}

interface MetafileImport {
  readonly path: string;
  readonly kind: string;
  readonly external?: true;
}

/** A package among the modules, by its innermost folder in `node_modules`. */
export interface PackageFolder {
  readonly name: string;
  readonly folder: string;
}

/** A module that others load and that does not exist. */
export interface MissingModule {
  /** The name in the import. */
  readonly name: string;
  /** The module that loads it. */
  readonly from: string;
  /** Without it `from` cannot even begin. */
  readonly isNeeded: boolean;
}

interface Module {
  /** Whole paths of its loaded modules that exist. */
  readonly loaded: readonly string[];
  /** Those of them that it imports before it runs, in the written order. */
  readonly imported: readonly string[];
  readonly isCode: boolean;
  readonly isCommonJs: boolean;
  readonly missing: readonly MissingModule[];
}

/** The modules of an app, and the modules that each of them loads. */
export class ModuleGraph {
  /** By their whole paths. */
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #reached = new Map<string, ReadonlySet<string>>();

  private constructor(folder: string, { inputs }: Metafile) {
    const whole = ({ path }: MetafileImport): string => resolve(folder, path);
    const modules = Object.entries(inputs).map(([path, { imports, format }]): [string, Module] => {
      const from = resolve(folder, path);
      const there = imports.filter(({ external }) => external !== true);
      const missing = imports.filter(
        ({ path: name, external }) =>
          external === true && !isBuiltin(name) && !/^[a-z]+:/i.test(name),
      );
      const module = {
        loaded: there.map(whole),
        imported: there.filter(isStatement).map(whole),
        isCode: format === "cjs" || format === "esm",
        isCommonJs: format === "cjs",
        missing: missing.map((one) => ({ name: one.path, from, isNeeded: isStatement(one) })),
      };
      return [from, module];
    });
    // Bun writes them in another order each time.
    this.#modules = new Map(modules.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @param folder Bun's working folder */
  static async read(file: string, folder: string): Promise<ModuleGraph> {
    return new ModuleGraph(folder, JSON.parse(readText(file, { limit: limits.whole })) as Metafile);
  }

  get paths(): readonly string[] {
    return [...this.#modules.keys()];
  }

  /** The existing modules that a module loads. */
  loadedBy(path: string): readonly string[] {
    return this.#modules.get(path)?.loaded ?? [];
  }

  /** The modules that a module imports before it runs, in the written order. */
  importedBy(path: string): readonly string[] {
    return this.#modules.get(path)?.imported ?? [];
  }

  /**
   * True if it is a module that runs. The file of `import text from "./script.ts" with { type:
   * "text" }` is none.
   */
  isCode(path: string): boolean {
    return this.#modules.get(path)?.isCode === true;
  }

  isCommonJs(path: string): boolean {
    return this.#modules.get(path)?.isCommonJs === true;
  }

  /** A module, and all modules that it loads directly or indirectly. */
  reachedFrom(path: string): ReadonlySet<string> {
    const known = this.#reached.get(path);
    if (known !== undefined) return known;
    const reached = new Set([path]);
    for (const one of reached) for (const loaded of this.loadedBy(one)) reached.add(loaded);
    this.#reached.set(path, reached);
    return reached;
  }

  loadersOf(path: string): readonly string[] {
    return this.paths.filter((one) => this.loadedBy(one).includes(path));
  }

  /** Loads of a name that belongs neither to a module nor to the runtime. */
  get missing(): readonly MissingModule[] {
    return [...this.#modules.values()].flatMap(({ missing }) => missing);
  }
}

function isStatement({ kind }: MetafileImport): boolean {
  return kind === "import-statement";
}

/** The package that a file belongs to. `null`: it belongs to the app. */
export function packageOf(file: string): PackageFolder | null {
  const parts = file.split(sep);
  const at = parts.lastIndexOf("node_modules") + 1;
  if (at === 0 || at >= parts.length - 1) return null;
  const end = at + (parts[at]?.startsWith("@") === true ? 2 : 1);
  return { name: parts.slice(at, end).join("/"), folder: parts.slice(0, end).join(sep) };
}

/** The name of a file in messages for the developer. */
export function shownPath(file: string, folder: string): string {
  return relative(join(folder, ".."), file).split(sep).join("/");
}
