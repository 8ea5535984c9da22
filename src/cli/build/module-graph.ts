import { readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { isBuiltin } from "node:module";

/** What Bun writes with `--metafile`; paths are told from the folder it ran in. */
interface Metafile {
  readonly inputs: Readonly<
    Record<string, { readonly imports: readonly MetafileImport[]; readonly format?: "cjs" | "esm" }>
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

/** A module that others load and that is not there. */
export interface MissingModule {
  /** As it is loaded. */
  readonly name: string;
  /** Where it is loaded from. */
  readonly from: string;
  /** Without it `from` cannot even begin. */
  readonly isNeeded: boolean;
}

/** The modules that an app was put together from, and what each loads. */
export class ModuleGraph {
  readonly #folder: string;
  /** Whole paths, and what they load. */
  readonly #modules: ReadonlyMap<string, readonly MetafileImport[]>;
  readonly #commonJs: ReadonlySet<string>;

  private constructor(folder: string, { inputs }: Metafile) {
    this.#folder = folder;
    this.#modules = new Map(
      Object.entries(inputs).map(([path, { imports }]) => [resolve(folder, path), imports]),
    );
    const commonJs = Object.entries(inputs).filter(([, { format }]) => format === "cjs");
    this.#commonJs = new Set(commonJs.map(([path]) => resolve(folder, path)));
  }

  /** @param folder where Bun ran */
  static async read(file: string, folder: string): Promise<ModuleGraph> {
    return new ModuleGraph(folder, JSON.parse(await readFile(file, "utf8")) as Metafile);
  }

  /** Bun writes them in another order each time. */
  get paths(): readonly string[] {
    return [...this.#modules.keys()].sort();
  }

  /** The modules that a module loads and that are there. */
  loadedBy(path: string): readonly string[] {
    const imports = this.#modules.get(path) ?? [];
    return imports.filter(({ external }) => external !== true).map((one) => resolve(this.#folder, one.path));
  }

  /** What a module imports before it runs, in the order in which it is written. */
  importedBy(path: string): readonly string[] {
    const imports = (this.#modules.get(path) ?? []).filter(({ kind }) => kind === "import-statement");
    return imports.map((one) => resolve(this.#folder, one.path)).filter((one) => this.#modules.has(one));
  }

  isCommonJs(path: string): boolean {
    return this.#commonJs.has(path);
  }

  /** A module, and all that it loads, and what these load. */
  reachedFrom(path: string): ReadonlySet<string> {
    const reached = new Set([path]);
    for (const one of reached) for (const loaded of this.loadedBy(one)) reached.add(loaded);
    return reached;
  }

  loadersOf(path: string): readonly string[] {
    return this.paths.filter((one) => this.loadedBy(one).includes(path));
  }

  /** What is loaded by a name that is neither a module's nor the runtime's. */
  get missing(): readonly MissingModule[] {
    return [...this.#modules].flatMap(([from, imports]) =>
      imports
        .filter(({ path, external }) => external === true && !isBuiltin(path) && !/^[a-z]+:/i.test(path))
        .map(({ path, kind }) => ({ name: path, from, isNeeded: kind === "import-statement" })),
    );
  }
}

/** The package that a file belongs to; `null`: it is the app's own. */
export function packageOf(file: string): PackageFolder | null {
  const parts = file.split(sep);
  const at = parts.lastIndexOf("node_modules") + 1;
  if (at === 0 || at >= parts.length - 1) return null;
  const end = at + (parts[at]?.startsWith("@") === true ? 2 : 1);
  return { name: parts.slice(at, end).join("/"), folder: parts.slice(0, end).join(sep) };
}

/** How a file is named to the one who builds. */
export function shownPath(file: string, folder: string): string {
  return relative(join(folder, ".."), file).split(sep).join("/");
}
