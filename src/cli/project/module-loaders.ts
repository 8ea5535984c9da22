/** What may import other modules, by the ending of its name, and how Bun reads it. */
export const moduleLoaders: Readonly<Record<string, Bun.JavaScriptLoader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
};
