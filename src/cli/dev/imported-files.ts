import { readFileSync, realpathSync } from "node:fs";
import { dirname, extname, isAbsolute, join, sep } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { moduleLoaders } from "../project/module-loaders.ts";

/**
 * The files that a module imports, directly or by others, and that are no part of an installed package: of the project
 * beside it, and of packages of its workspace, which are linked. They are read, not run, so that one with a mistake is
 * among them.
 */
export function importedFiles(entry: string): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    for (const path of importsOf(file).flatMap((specifier) => pathsOf(specifier, dirname(file)))) {
      if (found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit(entry);
  return [...found].sort();
}

function importsOf(file: string): readonly string[] {
  const loader = moduleLoaders[extname(file)];
  if (loader === undefined) return [];
  try {
    return new Bun.Transpiler({ loader }).scanImports(readFileSync(file)).map(({ path }) => path);
  } catch {
    return []; // It has gone, or cannot be read as a script: the app tells.
  }
}

/** None: part of an installed package, of Bun or of this one, or not to be found. */
function pathsOf(specifier: string, folder: string): readonly string[] {
  if (specifier === packageJson.name || specifier.startsWith(`${packageJson.name}/`)) return [];
  try {
    const path = Bun.resolveSync(specifier, folder);
    if (!isAbsolute(path)) return [];
    const real = realpathSync(path);
    return real.split(sep).includes("node_modules") ? [] : [real];
  } catch {
    return specifier.startsWith(".") ? awaited(join(folder, specifier)) : [];
  }
}

/** How a file may be called that is not there yet, or not any more: an import need not say its ending, or says another. */
function awaited(path: string): readonly string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  if (moduleLoaders[extname(stem)] !== undefined) return [path];
  return [...new Set([path, ...Object.keys(moduleLoaders).map((ending) => stem + ending)])];
}
