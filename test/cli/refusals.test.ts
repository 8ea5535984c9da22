import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseMisnamedModule } from "../../src/cli/project/own-module.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { root } from "../support/app/display-app.ts";
import { runTool } from "./tool.ts";

const configuration = JSON.stringify({
  package: { productName: "A", version: "1.0.0" },
  build: { devPath: "../page", distDir: "../page" },
  framework: { bundle: { identifier: "org.example.a" } },
});

const project = (): TempDir =>
  tempDir({
    "a.json": "{}",
    "a.svg":
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    "page/index.html": "",
    "src-framework/framework.conf.json": configuration,
    "src-framework/target": "",
  });

// The same words come for a full disk and for one that is read-only, which a test cannot make.
test.each([
  [
    ["init", "--ci", "--directory", "a.json"],
    "ENOTDIR: not a directory, stat",
    "a.json/tauri.conf.json",
  ],
  [["migrate", "--directory", "a.json"], "ENOTDIR: not a directory, scandir", "a.json"],
] as const)("a refusal of the system is reported without a stack: %j", async (args, why, path) => {
  using dir = project();
  const { code, err } = await runTool(dir.path, args as readonly string[]);
  expect([code, err.trim().split("\n").at(-1)]).toEqual([
    1,
    `Cannot go on, the system refuses it: ${why} '${dir.path}/${path}'`,
  ]);
});

test.each([
  [["icon", "page"], "read", "page", "it must be a file, and is a folder"],
  [["icon", "--output", "a.json", "a.svg"], "write into", "a.json", "it must be a folder"],
  [["dev"], "build into", "src-framework/target", "it must be a folder"],
  [["build"], "build into", "src-framework/target", "it must be a folder"],
] as const)(
  "a wrong kind of file is reported without a stack: %j",
  async (args, verb, path, why) => {
    using dir = project();
    const { code, err } = await runTool(dir.path, args as readonly string[]);
    expect([code, err.trim().split("\n").at(-1)]).toEqual([
      1,
      `Cannot ${verb} "${dir.path}/${path}": ${why}`,
    ]);
  },
);

test.each([
  ["main.js", ["build"]],
  ["main.mjs", ["dev"]],
  ["Main.ts", ["build"]],
  ["main.cjs", ["test", "--prepare"]],
])("own code called %s is refused, and main.ts beside it is not: %j", async (name, args) => {
  using dir = tempDir({
    "page/index.html": "",
    "src-framework/framework.conf.json": configuration,
    [`src-framework/${name}`]: "",
  });
  expect(await runTool(dir.path, args)).toMatchObject({
    code: 1,
    err: `Cannot use "src-framework/${name}" as the app's own code: rename it to "main.ts", which may hold JavaScript as well\n`,
  });
  writeFileSync(join(dir.path, "src-framework/main.ts"), "");
  expect(() => refuseMisnamedModule(join(dir.path, "src-framework"))).not.toThrow();
});

test("a reader that closes the pipe early does not end a command", async () => {
  const script = '{ "$@"; echo "$?" >&2; } | head -c 1';
  const tool = [
    process.execPath,
    "--no-env-file",
    "--no-install",
    join(root, "src/cli/main.ts"),
    "schema",
  ];
  const run = Bun.spawn(["/bin/sh", "-c", script, "sh", ...tool], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ]);
  expect([out, err]).toEqual(["{", "0\n"]);
});

for (const [name, character] of [
  ["qm?", "?"],
  ["back\\slash", "\\"],
] as const)
  test(`a project in a folder called ${name} is refused at once, before a hook runs, with the folder's name`, async () => {
    const { build, ...rest } = JSON.parse(configuration) as { readonly build: object };
    const hooks = { beforeDevCommand: "touch ran", beforeBuildCommand: "touch ran" };
    using dir = tempDir({
      [`${name}/app/page/index.html`]: "",
      [`${name}/app/package.json`]: "{}",
      [`${name}/app/src-framework/framework.conf.json`]: JSON.stringify({
        ...rest,
        build: { ...build, ...hooks },
      }),
      [`${name}/new/package.json`]: "{}",
      [`${name}/old/src-tauri/tauri.conf.json`]: '{"tauri": {}}',
    });
    const folder = join(dir.path, name);
    for (const [args, place, where] of [
      [["dev"], "app", "app/src-framework"],
      [["build"], "app", "app/src-framework"],
      [["test"], "app", "app/src-framework"],
      [["init", "--ci"], "new", "new"],
      [["migrate", "--yes"], "old", "old"],
    ] as const) {
      const { code, err } = await runTool(join(folder, place), args);
      expect([code, err.trim()]).toEqual([
        1,
        `Cannot work in "${join(folder, where)}": Bun, which runs and compiles the app, finds no module in a folder with "${character}" in its path; rename the folder, or move the project`,
      ]);
    }
    expect(readdirSync(join(folder, "app")).toSorted()).toEqual([
      "package.json",
      "page",
      "src-framework",
    ]);
    expect(readdirSync(join(folder, "new"))).toEqual(["package.json"]);
    expect((await runTool(join(folder, "app"), ["config"])).code).toBe(0);
    expect((await runTool(join(folder, "app"), ["audit"])).code).toBe(0);
  });
