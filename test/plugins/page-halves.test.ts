// What every plugin with a page half has to be.

import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { bundlePageHalf } from "../support/page-half.ts";

const plugins = readdirSync(join(root, "plugins")).filter((name) =>
  existsSync(join(root, "plugins", name, "api.ts")),
);

for (const plugin of plugins) {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");

  test(`the page half of ${plugin} has at most 3 KB, and needs a page alone`, async () => {
    const bundle = await bundlePageHalf(plugin, ["framework/*"]);
    expect(Bun.gzipSync(bundle).length).toBeLessThan(3 * 1024);
    expect(bundle).not.toMatch(/\b(?:node|bun):/);
    // Private members would throw behind the proxies that Vue and others make of what is kept in
    // reactive state.
    expect(bundle).not.toMatch(/\bthis\.#/);
  });

  test(`the package of ${plugin} is as all others, with a page of docs`, () => {
    const { name, version, exports, files, scripts } = JSON.parse(
      read(`plugins/${plugin}/package.json`),
    );
    const model = JSON.parse(read("plugins/store/package.json"));
    expect({ name, version, exports, files, scripts }).toEqual({
      name: `framework-plugin-${plugin}`,
      version: model.version,
      exports: model.exports,
      files: model.files,
      scripts: model.scripts,
    });
    expect(read(`docs/plugins/${plugin}.md`)).toStartWith(`# `);
  });
}

test("all plugins of a page half are compiled with everything else", () => {
  const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
    references: { path: string }[];
  };
  expect(references.map(({ path }) => path)).toEqual(
    expect.arrayContaining(plugins.map((name) => `plugins/${name}`)),
  );
});
