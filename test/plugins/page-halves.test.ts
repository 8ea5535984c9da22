// The requirements for every plugin with a page half.

import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
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

test("a plugin compiles below a link to the checkout, where it may be packed", async () => {
  using dir = tempDir();
  symlinkSync(root, join(dir.path, "checkout"));
  const folder = join(dir.path, "checkout/plugins/store");
  // The compiler takes the folder's name from there, as the shell of `cd` and `npm pack` sets it.
  const env = { ...process.env, PWD: folder };
  const compile = ["node", join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--noEmit"];
  const run = Bun.spawn(compile, { cwd: folder, env, stdout: "pipe" });
  const output = await new Response(run.stdout).text();
  expect({ output, code: await run.exited }).toEqual({ output: "", code: 0 });
});

test("all plugins of a page half are compiled with everything else", () => {
  const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
    references: { path: string }[];
  };
  expect(references.map(({ path }) => path)).toEqual(
    expect.arrayContaining(plugins.map((name) => `plugins/${name}`)),
  );
});
