// The project's own TypeScript looks at main.ts.

import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { Programs } from "../../src/cli/programs/programs.ts";
import { TypeCheck } from "../../src/cli/project/type-check.ts";
import { root } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const compilers = {
  "5.0": "test/compilers/node_modules/typescript",
  "7": "node_modules/typescript",
};

const mistaken = `import { defineApp, type AppCommandContext } from "framework/app";
import { readFileSync } from "node:fs";
import notes from "./notes.ts";
export default defineApp({
  setup: async ({ windows }) => {
    await windows.open({ label: "second" });
    const main = windows.get("main");
    if (main !== null && (await main.visible)) console.log(readFileSync("x", "utf8"), Buffer.from("a"), notes, process.pid);
  },
  commands: {},
});
export type Context = AppCommandContext;
`;

async function check(compiler: string | null, files: Record<string, string>, packages = true) {
  using dir = tempDir({
    "package.json": "{}",
    "src-framework/notes.ts": "export default 1;",
    ...files,
  });
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(join(dir.path, to)), { recursive: true });
    symlinkSync(join(root, from), join(dir.path, to));
  };
  if (compiler !== null) link(compiler, "node_modules/typescript");
  if (packages) link(".", "node_modules/framework");
  await using programs = new Programs();
  const configFolder = join(dir.path, "src-framework");
  await using run = await TypeCheck.start({
    project: { configFolder, frontEndFolder: dir.path },
    workFolder: join(configFolder, "target/dev/types"),
    programs,
    cwd: dir.path,
  });
  return run === null ? null : await run.problems;
}

for (const [version, compiler] of Object.entries(compilers)) {
  test(`TypeScript ${version} tells what is wrong, with file, line and column`, async () => {
    for (const packages of [true, false]) {
      const problems = await check(compiler, { "src-framework/main.ts": mistaken }, packages);
      expect(problems?.map((line) => line.split("\n", 1)[0])).toEqual([
        expect.stringMatching(/^src-framework\/main\.ts:6:2[0-9] warning: .*\(TS\d+\)$/),
        expect.stringMatching(
          /^src-framework\/main\.ts:8:\d+ warning: Property 'visible' does not exist on type .*\(TS2339\)$/,
        ),
      ]);
    }
  });

  test(`TypeScript ${version} has nothing to say of right code, whatever the front end's settings are`, async () => {
    const right = `import { defineApp } from "framework/app";
import notes from "./notes.ts";
export default defineApp({ commands: { greet: ({ name }: { name: string }) => name + notes } });\n`;
    for (const settings of [
      null,
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      '{ "compilerOptions": { "module": "commonjs", "lib": ["es2017"], "noUnusedLocals": true, "strict": true }, "include": ["src"] }',
    ])
      expect(
        await check(compiler, {
          "src-framework/main.ts": right,
          ...(settings !== null && { "tsconfig.json": settings }),
        }),
      ).toEqual([]);
  });
}

test("the text of a migration is a string, beside a declaration of the project, too", async () => {
  const main = `/// <reference path="./own.d.ts" />
import { defineApp } from "framework/app";
import create from "./create.sql" with { type: "text" };
export default defineApp({ commands: { length: () => create.length, wrong: () => create.missing } });\n`;
  const declaration = 'declare module "*.sql" { const text: string; export default text; }\n';
  for (const own of ["", declaration])
    expect(
      await check(compilers["7"], {
        "node_modules/@types/node/index.d.ts": "",
        "src-framework/own.d.ts": own,
        "src-framework/create.sql": "",
        "src-framework/main.ts": main,
      }),
    ).toEqual([expect.stringContaining("Property 'missing' does not exist on type 'string'")]);
});

test("without TypeScript, without main.ts, or with an old TypeScript nothing is checked", async () => {
  expect(await check(null, { "src-framework/main.ts": mistaken })).toBeNull();
  expect(await check(compilers[7], {})).toBeNull();
  const old = {
    "node_modules/typescript/package.json": '{ "version": "4.9.5", "bin": { "tsc": "bin/tsc" } }',
    "node_modules/typescript/bin/tsc": "",
  };
  expect(await check(null, { "src-framework/main.ts": mistaken, ...old })).toBeNull();
});

test("of many mistakes ten are reported, and settings that the compiler does not take are reported alone", async () => {
  const many = Array.from(
    { length: 12 },
    (_, index) => `export const n${index}: number = "x";`,
  ).join("\n");
  const received = await check(compilers[7], { "src-framework/main.ts": many });
  expect([received?.length, received?.at(-1)]).toEqual([
    11,
    "and 2 more in main.ts and its imports",
  ]);
  const settings = '{ "compilerOptions": { "target": "nothing" } }';
  expect(
    await check(compilers[7], {
      "src-framework/main.ts": "export {};",
      "src-framework/tsconfig.json": settings,
    }),
  ).toEqual([expect.stringMatching(/^Cannot check the types of main\.ts: .*TS6046/)]);
});
