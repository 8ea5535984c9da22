import { readSync, realpathSync } from "node:fs";
import { dirname, extname, isAbsolute, join, sep } from "node:path";
import { readText, withOpenFile } from "../../disk/read.ts";
import { moduleLoaders } from "../project/module-loaders.ts";
import { packageName } from "../project/package-name.ts";
import { isFrameworkModule } from "../project/package-root.ts";

export interface ImportedFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Modules whose imports could not be read: there may be more files. */
  readonly unread: readonly string[];
}

/**
 * The files that a module imports, directly or indirectly, and that belong to no installed package:
 * of the project, and of linked packages of its workspace. The module itself is included. They are
 * parsed, not run, so that a module with an error is included.
 * @param more modules that are known to be loaded, for example by a computed import
 */
export function importedFiles(entry: string, more: readonly string[] = []): ImportedFiles {
  const found = new Set<string>();
  const unread: string[] = [];
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const specifiers = importsOf(file);
    if (specifiers === null) unread.push(file);
    for (const path of (specifiers ?? []).flatMap((specifier) => pathsOf(specifier, dirname(file))))
      visit(path);
  };
  // Also by its path as a link.
  found.add(entry);
  const real = realOf(entry);
  if (real !== null) {
    found.delete(real);
    visit(real);
  }
  for (const path of more) {
    const own = ownFile(path);
    if (own !== null) visit(own);
  }
  return { files: [...found].filter((file) => !isDatabase(file)).sort(), unread };
}

/** The modules and threads that a module names; `null`: it cannot be parsed. */
function importsOf(file: string): readonly string[] | null {
  const loader = moduleLoaders[extname(file)];
  if (loader === undefined) return [];
  try {
    const text = readText(file);
    const imports = new Bun.Transpiler({ loader }).scanImports(text).map(({ path }) => path);
    const threads = [
      ...text.matchAll(/\bnew URL\(\s*(["'`])(\.{1,2}\/[^"'`\n$]+)\1\s*,\s*import\.meta\.url/g),
    ];
    // For other files that a module names by their path, it is unknown whether the app reads or
    // writes them.
    return [
      ...imports,
      ...threads.flatMap(([, , path = ""]) =>
        moduleLoaders[extname(path)] === undefined ? [] : [path],
      ),
    ];
  } catch {
    return null; // It was removed, or cannot be parsed: the app reports that.
  }
}

/** Empty: part of an installed package, of Bun or of this one, or not found. */
function pathsOf(specifier: string, folder: string): readonly string[] {
  if (specifier === packageName || specifier.startsWith(`${packageName}/`)) return [];
  try {
    const own = ownFile(Bun.resolveSync(specifier, folder));
    return own === null ? [] : [own];
  } catch {
    return specifier.startsWith(".") ? awaited(join(folder, specifier)) : [];
  }
}

/** By its real path; `null`: it is part of an installed package, or no file. */
function ownFile(path: string): string | null {
  if (!isAbsolute(path)) return null;
  const real = realOf(path);
  return real === null || isFrameworkModule(real) || real.split(sep).includes("node_modules")
    ? null
    : real;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null; // It was removed.
  }
}

/** The possible names of a missing file: an import may omit its extension, or have another. */
function awaited(path: string): readonly string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  if (moduleLoaders[extname(stem)] !== undefined) return [path];
  return [...new Set([path, ...Object.keys(moduleLoaders).map((ending) => stem + ending)])];
}

/**
 * Whether a file is a database, imported with `{ type: "sqlite" }`: the app writes to it. Source:
 * https://sqlite.org/fileformat.html
 */
function isDatabase(file: string): boolean {
  if (moduleLoaders[extname(file)] !== undefined) return false;
  const head = Buffer.alloc(16);
  try {
    withOpenFile(file, (opened) => readSync(opened, head));
  } catch {
    return false; // It does not exist.
  }
  return head.toString("latin1") === "SQLite format 3\0";
}
