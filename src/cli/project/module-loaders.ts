/**
 * The extensions of modules with imports, and Bun's loaders: .js with JSX, .mjs and .cjs without.
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
 * The code of a module, printed by Bun, without comments. One with macros, which run only in their
 * own folder, stays unchanged.
 */
export function writtenCode(source: string, loader: Bun.JavaScriptLoader): string {
  try {
    return new Bun.Transpiler({ loader, target: "bun" }).transformSync(source);
  } catch {
    return source;
  }
}
