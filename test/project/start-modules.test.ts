// The modules that an app loads before its first page. Bun needs milliseconds to load some of
// Node's modules, and one or two megabytes, on the thread that is to answer the page's request:
// http 8 ms, tls 8, net 7, zlib 6, crypto 4, stream 4. Code that needs one calls
// `process.getBuiltinModule` at the place of use. Updates need some right after the start anyway,
// and starts of an app that runs once connect through a socket before it.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { systems } from "../../src/contract/target.ts";
import { parts } from "../../src/cli/build/compile/parts.ts";

const src = join(import.meta.dir, "../../src");
const slow = /^(?:node:)?(?:crypto|dns|https?|http2|net|stream|tls|zlib)(?:\/|$)/;

/** The modules that import one of the slow ones, with all that these modules import. */
async function importers(modules: readonly string[]): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: modules.map((module) => join(src, module)),
    target: "bun",
    metafile: true,
  });
  return Object.entries(metafile?.inputs ?? {}).flatMap(([path, { imports }]) =>
    imports
      .filter((one) => one.kind === "import-statement" && slow.test(one.path))
      .map((one) => `${path.slice(path.lastIndexOf("src/"))} imports ${one.path}`),
  );
}

for (const system of systems) {
  test(`an app for ${system} loads nothing before its first page that can wait`, async () => {
    const { updates: _, singleInstance: __, ...others } = parts;
    const found = await importers([
      `native/${system}/index.ts`,
      ...(system === "linux" ? [] : [`native/${system}/app-calls.ts`]),
      "native/start.ts",
      "native/channel.ts",
      "app/start.ts",
      "app/app-spec.ts",
      "app/process/host.ts",
      ...Object.values(others).map(({ module }) => module),
    ]);
    expect(found).toEqual([]);
  });
}

test("an import of such a module is seen", async () => {
  expect(await importers([parts.updates.module])).toContain(
    "src/app/updater/check/signature.ts imports crypto",
  );
});
