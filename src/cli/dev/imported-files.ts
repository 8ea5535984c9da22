import { readFileSync, realpathSync } from "node:fs";
import { dirname, extname, isAbsolute, join, sep } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };

/** What holds imports that Bun can tell, by the ending of its name. */
const loaders: Readonly<Record<string, Bun.JavaScriptLoader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
};

/**
 * The files that a module imports, directly or by others, and that are no part of an installed package: of the project
 * beside it, and of packages of its workspace, which are linked. They are read, not run, so that one with a mistake is
 * among them.
 */
export function importedFiles(entry: string): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    for (const specifier of importsOf(file)) {
      const path = pathOf(specifier, dirname(file));
      if (path === null || found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit(entry);
  return [...found].sort();
}

function importsOf(file: string): readonly string[] {
  const loader = loaders[extname(file)];
  if (loader === undefined) return [];
  try {
    return new Bun.Transpiler({ loader }).scanImports(readFileSync(file)).map(({ path }) => path);
  } catch {
    return []; // It has gone, or cannot be read as a script: the app tells.
  }
}

/** `null`: part of an installed package, of Bun or of this one, or not to be found. */
function pathOf(specifier: string, folder: string): string | null {
  if (specifier === packageJson.name || specifier.startsWith(`${packageJson.name}/`)) return null;
  try {
    const path = Bun.resolveSync(specifier, folder);
    if (!isAbsolute(path)) return null;
    const real = realpathSync(path);
    return real.split(sep).includes("node_modules") ? null : real;
  } catch {
    // One that is not there yet is waited for, where its import says how it will be called.
    return specifier.startsWith(".") && extname(specifier) !== "" ? join(folder, specifier) : null;
  }
}
