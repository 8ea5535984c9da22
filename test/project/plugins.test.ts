// The plugins of this repository are made of what every author of a plugin has: `framework/app` and
// `framework/api/…`.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pluginFiles } from "../../src/cli/init/plugin-files.ts";

const root = join(import.meta.dir, "../..");

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The imports of a module, including types. */
function importsOf(text: string): readonly string[] {
  const found = text.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom "([^"]+)";|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, fixed, late]) => (fixed ?? late) as string);
}

/** The forbidden imports of a plugin, as lines for people. */
function foreignImports(
  sources: readonly Source[],
  dependencies: readonly string[],
): readonly string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((name) => {
        if (name.startsWith(".")) return relative(".", join(dirname(path), name)).startsWith("..");
        if (path === "api.ts") return !/^framework\/api\/[\w-]+$/.test(name);
        return !/^(?:node|bun):/.test(name) && !["framework/app", ...dependencies].includes(name);
      })
      .map((name) => `${path}: ${name}`),
  );
}

for (const plugin of readdirSync(join(root, "plugins"))) {
  test(`${plugin} imports the framework's public modules, and no other part of it`, () => {
    const folder = join(root, "plugins", plugin);
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !/^(?:dist|node_modules)\//.test(path))
      .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(foreignImports(sources, Object.keys(dependencies))).toEqual([]);
    expect(sources.flatMap(({ text }) => importsOf(text))).toContain("framework/app");
  });
}

test("an import of the framework's own parts is found, in each half", () => {
  const sources = [
    {
      path: "index.ts",
      text: 'import type { Services } from "../../src/app/services.ts";\nimport { a } from "./own.ts";\n',
    },
    {
      path: "own.ts",
      text: 'import {\n  x,\n} from "framework/app/index.ts";\nexport * from "other";\n',
    },
    { path: "api.ts", text: 'import { definePlugin } from "framework/app";\n' },
  ];
  expect(foreignImports(sources, ["valibot"])).toEqual([
    "index.ts: ../../src/app/services.ts",
    "own.ts: framework/app/index.ts",
    "own.ts: other",
    "api.ts: framework/app",
  ]);
});

test("a new plugin has the shape of those here", () => {
  const files = pluginFiles({ name: "notes", factory: "notes", framework: "*" });
  const made = JSON.parse(files.get("package.json") as string);
  const model = JSON.parse(readFileSync(join(root, "plugins/store/package.json"), "utf8"));
  const own = /tsbuildinfo/;
  for (const field of [
    "type",
    "exports",
    "types",
    "typesVersions",
    "dependencies",
    "peerDependencies",
  ])
    expect([field, made[field]]).toEqual([field, model[field]]);
  expect(made.files).toEqual(model.files.filter((pattern: string) => !own.test(pattern)));
  const sources = [...files]
    .filter(([path]) => /^\w+\.ts$/.test(path))
    .map(([path, text]) => ({ path, text }));
  expect(foreignImports(sources, Object.keys(made.dependencies))).toEqual([]);
});
