import { isBuiltin } from "node:module";
import { SourceTextModule, SyntheticModule } from "node:vm";
import { readText } from "../../../disk/read.ts";
import { UserError } from "../../terminal.ts";
import { shownPath, type ModuleGraph } from "./module-graph.ts";

/** An import that the runtime cannot satisfy; `name` is `null` if it lacks the whole module. */
interface Lacking {
  readonly module: string;
  readonly name: string | null;
}

/**
 * Checks that the runtime has what a bundle imports from it. Otherwise the app thread would not
 * begin: its window would stay empty, without an error. In development the import itself fails.
 *
 * @param code the bundled module of the app thread
 * @throws UserError that names the import, and the modules with it
 */
export async function checkBuiltinImports(
  code: string,
  graph: ModuleGraph,
  sourceFolder: string,
): Promise<void> {
  const lacking = await lackingImports(code);
  if (lacking.length === 0) return;
  const lines = lacking.map((one) => {
    const what = one.name === null ? `"${one.module}"` : `"${one.name}" of "${one.module}"`;
    const places = importersOf(one, graph).map((path) => shownPath(path, sourceFolder));
    return `  ${what}${places.length === 0 ? "" : `, imported by ${places.join(" and ")}`}`;
  });
  throw new UserError(
    `Cannot build own code: Bun ${Bun.version} lacks what it imports, and the app could not start:\n${lines.join("\n")}\nRemove the import, or use another version of the package`,
  );
}

/** Links the module, as the runtime does before it runs one, and repeats it for each failure. */
async function lackingImports(code: string): Promise<readonly Lacking[]> {
  const lacking: Lacking[] = [];
  /** Exports by module. Those that were lacking are added. */
  const known = new Map<string, Set<string>>();
  const exportsOf = async (module: string): Promise<Set<string>> => {
    const names = known.get(module) ?? (await builtinExports(module));
    if (names === null) lacking.push({ module, name: null });
    // Every module of the runtime has a default export.
    const found = names ?? new Set();
    known.set(module, found.add("default"));
    return found;
  };
  for (;;) {
    const linked = new SourceTextModule(code);
    try {
      await linked.link(
        async (module) =>
          new SyntheticModule([...(await exportsOf(module))], () => {}, { identifier: module }),
      );
      return lacking;
    } catch (error) {
      const [, name, module] =
        /export (?:named )?'(.+)' not found in (?:module )?'(.+?)'/i.exec(
          (error as Error).message,
        ) ?? [];
      const names = module === undefined ? undefined : known.get(module);
      // The bundler judges anything else, and says it better.
      if (name === undefined || module === undefined || names === undefined || names.has(name))
        return lacking;
      names.add(name);
      if (isBuiltin(module) && !lacking.some((one) => one.module === module && one.name === null))
        lacking.push({ module, name });
    }
  }
}

/** `null`: the runtime has no such module. Of modules that are not its own nothing is known. */
async function builtinExports(module: string): Promise<Set<string> | null> {
  if (!isBuiltin(module) && !/^(?:node|bun):/.test(module)) return new Set();
  try {
    return new Set(Object.keys((await import(module)) as object));
  } catch {
    return null;
  }
}

function importersOf({ module, name }: Lacking, graph: ModuleGraph): readonly string[] {
  const plain = module.replace(/^node:/, "");
  return graph.paths.filter((path) => {
    if (!graph.isCode(path)) return false;
    const text = readText(path);
    const isNamed = [`"${plain}"`, `'${plain}'`, `"node:${plain}"`, `'node:${plain}'`].some(
      (quoted) => text.includes(quoted),
    );
    return isNamed && (name === null || text.includes(name));
  });
}
