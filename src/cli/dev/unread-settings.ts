import { dirname, extname, relative, resolve, sep } from "node:path";
import { readText } from "../../disk/read.ts";
import { hasFrameworkPackage, nearestSettings } from "../project/framework-package.ts";

/**
 * Advice if the app's own code needs compiler settings of the project that only the built app gets:
 * for decorators and JSX, Bun's bundler reads the nearest `tsconfig.json`, and Bun itself that of
 * its working directory.
 * @param files those of the own code
 * @returns a line for the developer; `null`: there is nothing to do
 */
export function unreadSettings(sourceFolder: string, files: readonly string[]): string | null {
  // If the package is not installed, Bun gets settings that extend the nearest ones.
  if (!hasFrameworkPackage(sourceFolder)) return null;
  const nearest = nearestSettings(sourceFolder);
  if (nearest === null || dirname(nearest) === sourceFolder) return null;
  const settings = textOf(nearest);
  const decorators = /"(experimentalDecorators|emitDecoratorMetadata)"\s*:\s*true/.exec(
    settings,
  )?.[1];
  const jsx = /"(jsxImportSource|jsxFactory)"\s*:/.exec(settings)?.[1];
  const needed =
    (decorators !== undefined && files.some((file) => hasDecorators(file))
      ? decorators
      : undefined) ?? (files.some((file) => /^\.[jt]sx$/.test(extname(file))) ? jsx : undefined);
  if (needed === undefined) return null;
  const from = relative(sourceFolder, nearest).split(sep).join("/");
  return `"${needed}" of ${from} holds for the app's own code in the built app alone: write { "extends": "${from}" } to tsconfig.json beside main.ts, and it holds in development, too`;
}

/** With the files that it extends. */
function textOf(file: string, depth = 0): string {
  if (depth > 10) return "";
  const text = read(file);
  const base = /"extends"\s*:\s*"(\.[^"]*)"/.exec(text)?.[1];
  if (base === undefined) return text;
  const path = resolve(dirname(file), base);
  return text + textOf(extname(path) === ".json" ? path : `${path}.json`, depth + 1);
}

/** At the beginning of a line; in a comment there is a star before them. */
function hasDecorators(file: string): boolean {
  return /^\.[cm]?tsx?$/.test(extname(file)) && /^[ \t]*@[A-Za-z_$]/m.test(read(file));
}

/** Empty if it is unreadable, as while an editor replaces it: the app reports that. */
function read(file: string): string {
  try {
    return readText(file);
  } catch {
    return "";
  }
}
