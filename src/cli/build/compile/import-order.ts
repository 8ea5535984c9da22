import { isFrameworkModule } from "../../project/package-root.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * The modules to import, one after the other, before the first module of the app's own code or of a
 * thread, so that all its imports run in the order in which they are written. Bun's bundler puts a
 * module that is loaded by `import()`, and all its imports, into functions, and runs imported
 * CommonJS modules after all of those: `import "reflect-metadata"` on the first line would be too
 * late for the second. https://github.com/oven-sh/bun/pull/41601
 * @returns nothing if the bundler's order is the written one
 */
export function importOrder(graph: ModuleGraph, module: string): readonly string[] {
  const imports = importsBelow(graph, module);
  const importsOf = (path: string): readonly string[] => imports.get(path) ?? [];
  const isMisordered = (path: string): boolean => {
    const first = importsOf(path).findIndex((one) => graph.isCommonJs(one));
    return (
      first !== -1 &&
      importsOf(path)
        .slice(first)
        .some((one) => !graph.isCommonJs(one))
    );
  };
  const affected = withImporters([...imports.keys()].filter(isMisordered), imports);
  const order: string[] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  /** The length of the part before the modules of a cycle, by module. */
  const before = new Map<string, number>();
  // Tarjan's algorithm. Of modules that import one another the first one loads the others, in the
  // bundler's order. Each of them alone would begin at another module. Modules before any of them
  // still run in order.
  const add = (path: string): number => {
    const number = numbers.size;
    let lowest = number;
    numbers.set(path, number);
    open.push(path);
    for (const one of affected.has(path) ? importsOf(path) : []) {
      const known = numbers.get(one);
      if (known === undefined) lowest = Math.min(lowest, add(one));
      else if (open.includes(one)) lowest = Math.min(lowest, known);
    }
    before.set(path, order.length);
    if (lowest < number) return lowest;
    const around = open.splice(open.indexOf(path));
    order.length = Math.min(...around.map((one) => before.get(one) ?? 0));
    order.push(path);
    return lowest;
  };
  add(module);
  return order.slice(0, -1);
}

/** The imports of a module, and for each import the modules that it adds. */
function importsBelow(graph: ModuleGraph, module: string): ReadonlyMap<string, readonly string[]> {
  /** Our own modules, and files that are not code, have no effect when they are loaded. */
  const mayHaveOrder = (path: string): boolean => graph.isCode(path) && !isFrameworkModule(path);
  const reached = new Set([module]);
  const imports = new Map<string, readonly string[]>();
  for (const path of reached) {
    const imported = graph.isCommonJs(path) ? [] : graph.importedBy(path).filter(mayHaveOrder);
    imports.set(path, imported);
    for (const one of imported) reached.add(one);
  }
  return imports;
}

/** Some modules, and all modules that import one of them, directly or indirectly. */
function withImporters(
  modules: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const pairs = [...imports].flatMap(([path, imported]) =>
    imported.map((one) => [one, path] as const),
  );
  const importers = Map.groupBy(pairs, ([one]) => one);
  const found = new Set(modules);
  for (const one of found) for (const [, importer] of importers.get(one) ?? []) found.add(importer);
  return found;
}
