import { join } from "node:path";
import type { MemoryPage } from "./app/memory-app.ts";
import { root } from "./app/display-app.ts";

const bundles = new Map<string, Promise<string>>();

/** The page half of a plugin, as a bundler of pages makes it; `left`: what stays an import. */
export async function bundlePageHalf(
  plugin: string,
  left: readonly string[] = [],
): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, "plugins", plugin, "api.ts")],
    target: "browser",
    format: "cjs",
    minify: true,
    external: [...left],
  });
  return await (outputs[0] as Bun.BuildArtifact).text();
}

/**
 * The page half of a plugin in a page of the memory platform: each page has a copy of its own, as
 * in an app.
 */
export async function pageHalf<Half>(plugin: string, page: MemoryPage): Promise<Half> {
  let bundle = bundles.get(plugin);
  if (bundle === undefined) bundles.set(plugin, (bundle = bundlePageHalf(plugin)));
  const module: { exports: Half } = { exports: {} as Half };
  // oxlint-disable-next-line no-implied-eval -- as the engine runs it
  new Function("window", "module", "exports", await bundle)(page.window, module, module.exports);
  return module.exports;
}
