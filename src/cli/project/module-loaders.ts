/**
 * What may import other modules, by the ending of its name, and how Bun reads it: .js with JSX,
 * .mjs and .cjs without.
 */
export const moduleLoaders: Readonly<Record<string, Bun.JavaScriptLoader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "jsx",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
};

/**
 * The code of a module, written by Bun, without comments. One with macros, which run in its own
 * folder alone, stays as it is.
 */
export function writtenCode(source: string, loader: Bun.JavaScriptLoader): string {
  try {
    return new Bun.Transpiler({ loader, target: "bun" }).transformSync(source);
  } catch {
    return source;
  }
}
