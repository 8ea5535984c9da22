import { extname, join, sep } from "node:path";
import { moduleLoaders } from "../project/module-loaders.ts";
import { packageRoot } from "../project/package-root.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * What has to be imported, one after the other, before the first module of the app's own code or of a thread, so that all that it
 * imports runs in the order in which it is written. Bun's bundler puts a module that is loaded by `import()`, and all that it
 * imports, into functions, and runs the CommonJS modules that somebody imports after all those: `import "reflect-metadata"` on the
 * first line would be too late for the second.
 * https://github.com/oven-sh/bun/pull/41601
 * @returns nothing where the bundler's order is the one that is written
 */
export function importOrder(graph: ModuleGraph, module: string): readonly string[] {
  const importsOf = (path: string): readonly string[] =>
    graph.isCommonJs(path) ? [] : graph.importedBy(path).filter(mayHaveOrder);
  const isMisordered = (path: string): boolean => {
    const imports = importsOf(path);
    const first = imports.findIndex((one) => graph.isCommonJs(one));
    return first !== -1 && imports.slice(first).some((one) => !graph.isCommonJs(one));
  };
  const reached = reachedFrom(module, importsOf);
  const affected = withImporters([...reached].filter(isMisordered), reached, importsOf);
  const order: string[] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's algorithm. Of modules that import one another the first one brings the others, in the bundler's order: each of
  // them alone would begin somewhere else.
  const add = (path: string): number => {
    const number = numbers.size;
    const begin = order.length;
    let lowest = number;
    numbers.set(path, number);
    open.push(path);
    for (const one of affected.has(path) ? importsOf(path) : []) {
      const known = numbers.get(one);
      if (known === undefined) lowest = Math.min(lowest, add(one));
      else if (open.includes(one)) lowest = Math.min(lowest, known);
    }
    if (lowest < number) return lowest;
    const around = open.splice(open.indexOf(path));
    if (around.length > 1) order.length = begin;
    order.push(path);
    return lowest;
  };
  add(module);
  return order.slice(0, -1);
}

/** Our own modules, and files that are no code, do nothing when they are loaded. */
function mayHaveOrder(path: string): boolean {
  return moduleLoaders[extname(path)] !== undefined && !path.startsWith(join(packageRoot, "src") + sep);
}

type Imports = (path: string) => readonly string[];

function reachedFrom(module: string, importsOf: Imports): ReadonlySet<string> {
  const reached = new Set([module]);
  for (const one of reached) for (const imported of importsOf(one)) reached.add(imported);
  return reached;
}

/** Some modules, and all that import one of them, themselves or by others. */
function withImporters(
  modules: readonly string[],
  all: ReadonlySet<string>,
  importsOf: Imports,
): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const path of all)
    for (const one of importsOf(path)) importers.set(one, [...(importers.get(one) ?? []), path]);
  const found = new Set(modules);
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
  return found;
}
