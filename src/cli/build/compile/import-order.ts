import { isFrameworkModule } from "../../project/package-root.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * What has to be imported, one after the other, before the first module of the app's own code or of
 * a thread, so that all that it imports runs in the order in which it is written. Bun's bundler
 * puts a module that is loaded by `import()`, and all that it imports, into functions, and runs the
 * CommonJS modules that are imported after all those: `import "reflect-metadata"` on the first line
 * would be too late for the second. https://github.com/oven-sh/bun/pull/41601
 * @returns nothing where the bundler's order is the one that is written
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
  /** How much comes before modules of a circle, by them. */
  const before = new Map<string, number>();
  // Tarjan's algorithm. Of modules that import one another the first one brings the others, in the
  // bundler's order: each of them alone would begin somewhere else. What comes before any of them
  // runs is in its order all the same.
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

/** What a module imports, and by each module that comes along by it. */
function importsBelow(graph: ModuleGraph, module: string): ReadonlyMap<string, readonly string[]> {
  /** Our own modules, and files that are no code, do nothing when they are loaded. */
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

/** Some modules, and all that import one of them, themselves or by others. */
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
