// Compiler settings that the app's own code needs and gets only in the built app.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { unreadSettings } from "../../src/cli/dev/unread-settings.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const settings = (options: object, more = {}) =>
  JSON.stringify({ ...more, compilerOptions: options });
const decorated = "/** @public */\n@injectable()\nexport class Notes {}\n";
const installed = { "node_modules/framework/package.json": "{}" };

for (const [what, files, reported] of [
  [
    "decorators",
    {
      "tsconfig.json": settings({ experimentalDecorators: true }),
      "src-framework/main.ts": decorated,
    },
    "experimentalDecorators",
  ],
  [
    "decorators, by settings that others extend",
    {
      "tsconfig.json": settings({}, { extends: "./base" }),
      "base.json": settings({ emitDecoratorMetadata: true }),
      "src-framework/main.ts": decorated,
    },
    "emitDecoratorMetadata",
  ],
  [
    "JSX",
    { "tsconfig.json": settings({ jsxImportSource: "preact" }), "src-framework/view.tsx": "" },
    "jsxImportSource",
  ],
  [
    "decorators that are in comments",
    {
      "tsconfig.json": settings({ experimentalDecorators: true }),
      "src-framework/main.ts": "/**\n * @public\n */",
    },
    null,
  ],
  [
    "decorators of the language",
    {
      "tsconfig.json": settings({ jsxImportSource: "preact" }),
      "src-framework/main.ts": decorated,
    },
    null,
  ],
  [
    "decorators, with settings beside it,",
    {
      "tsconfig.json": settings({ experimentalDecorators: true }),
      "src-framework/tsconfig.json": settings({}, { extends: "../tsconfig.json" }),
      "src-framework/main.ts": decorated,
    },
    null,
  ],
] as const) {
  test(`own code with ${what} ${reported === null ? "needs nothing more" : "gets a warning"}`, () => {
    using project = tempDir({ ...installed, ...files });
    const sources = Object.keys(files).filter((name) => /^src-framework\/.*\.tsx?$/.test(name));
    const line = unreadSettings(
      join(project.path, "src-framework"),
      sources.map((name) => join(project.path, name)),
    );
    expect(line).toBe(
      reported === null
        ? null
        : `"${reported}" of ../tsconfig.json holds for the app's own code in the built app alone: write { "extends": "../tsconfig.json" } to tsconfig.json beside main.ts, and it holds in development, too`,
    );
  });
}

test("modules and settings that cannot be read are passed over", () => {
  using project = tempDir({
    ...installed,
    "tsconfig.json": settings({ experimentalDecorators: true }, { extends: "./base.json" }),
    "base.json/inside": "",
    "src-framework/module.ts/inside": "",
  });
  const files = ["module.ts", "gone.ts"].map((name) => join(project.path, "src-framework", name));
  expect(unreadSettings(join(project.path, "src-framework"), files)).toBeNull();
});
