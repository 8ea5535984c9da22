// `--json` of commands that make or change files: standard output is one JSON text, and messages go
// to standard error.

import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { tauriConf } from "./migrate/migrated.ts";
import { runTool } from "./tool.ts";

/** Runs the tool with `--json`, and reads its result. */
async function resultOf(dir: TempDir, args: readonly string[]) {
  const { code, out, err } = await runTool(dir.path, [...args, "--json"]);
  return { code, result: JSON.parse(out), err };
}

test.each([
  ["an application", ["init", "--app-name", "Notes"], ".", ["npx framework dev"]],
  [
    "a project of a template",
    ["init", "--template", "vanilla-ts", "--directory", "notes"],
    "notes",
    ["npm install", "npm run dev"],
  ],
  [
    "a plugin's package",
    ["init", "--plugin", "notes"],
    "framework-plugin-notes",
    ["npm install", "npm test"],
  ],
] as const)("init lists the files of %s, and what comes next", async (_, args, place, next) => {
  using dir = tempDir();
  const { code, result, err } = await resultOf(dir, args);
  const folder = join(dir.path, place);
  expect({ code, ...result }).toEqual({ code: 0, folder, files: expect.any(Array), next });
  expect(result.files.filter((file: string) => !existsSync(file))).toEqual([]);
  // The same files as for people.
  const reported = [...err.matchAll(/^wrote (.*)$/gm)].map(([, file]) => file);
  expect(result.files.map((file: string) => relative(folder, file))).toEqual(reported);
});

const tauri = {
  "page/index.html": "<p>\n",
  "page/main.js": 'import { ask } from "@tauri-apps/api/dialog";\n',
  "src-tauri/tauri.conf.json": tauriConf({ bundle: { identifier: "org.example.notes" } }),
  "src-tauri/src/main.rs": "#[tauri::command]\nfn greet(name: &str) -> String { name.into() }\n",
};

test("migrate lists its changes and what is left, and says whether they are done", async () => {
  using dir = tempDir(tauri);
  const inside = (path: string): string => join(dir.path, path);
  const planned = {
    configuration: inside("src-tauri/tauri.conf.json"),
    version: 1,
    made: ["framework.conf.json", "main.ts", ".gitignore"].map((file) =>
      inside(`src-framework/${file}`),
    ),
    copied: [],
    changed: [{ file: inside("page/main.js"), places: 1 }],
    repairs: [],
    left: expect.arrayContaining([
      {
        file: inside("src-tauri/src/main.rs"),
        line: 1,
        text: 'the command "greet" is Rust: write it in src-framework/main.ts',
      },
    ]),
  };
  const dry = await resultOf(dir, ["migrate", "--dry-run"]);
  expect(dry).toMatchObject({ code: 0, result: { ...planned, done: false, problems: null } });
  expect(existsSync(inside("src-framework"))).toBe(false);
  const done = await resultOf(dir, ["migrate", "--yes"]);
  expect(done).toMatchObject({ code: 0, result: { ...planned, done: true, problems: [] } });
  expect(readFileSync(inside("page/main.js"), "utf8")).toContain("framework/api/dialog");
});

test("migrate asks nothing, and leaves an app of Tauri 2 alone", async () => {
  using first = tempDir(tauri);
  const { code, out, err } = await runTool(first.path, ["migrate", "--json"]);
  expect({ code, out, err: err.split("\n").at(-2) }).toEqual({
    code: 1,
    out: "",
    err: "Cannot ask here: use --yes to do this, or --dry-run to only see it",
  });
  using second = tempDir({ "src-tauri/tauri.conf.json": '{"identifier": "a.b.c", "app": {}}' });
  const { result, ...more } = await resultOf(second, ["migrate", "--yes"]);
  expect(result).toMatchObject({ version: 2, done: false, made: [], changed: [] });
  expect(more).toMatchObject({ code: 1, err: expect.stringContaining("belongs to Tauri 2") });
});

const tested = {
  "src-framework/framework.conf.json": JSON.stringify({
    package: { productName: "Tested" },
    build: { devPath: "../page", distDir: "../page" },
    framework: { bundle: { identifier: "org.example.tested" } },
  }),
  "page/index.html": "",
  "notes.test.ts": [
    'import { describe, expect, test } from "bun:test";',
    'console.log("from a test");',
    'describe("notes", () => {',
    '  test("open", () => {});',
    '  test("save", () => expect("<a>").toBe("<b>"));',
    "});",
    'test.skip("print", () => {});',
    "",
  ].join("\n"),
};

test("test counts the tests of bun test, and names each that failed", async () => {
  using dir = tempDir(tested);
  const { code, result, err } = await resultOf(dir, ["test"]);
  expect({ code, ...result }).toEqual({
    code: 1,
    exitCode: 1,
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      {
        file: join(dir.path, "notes.test.ts"),
        line: 5,
        name: "notes > save",
        message: 'expect(received).toBe(expected)\n\nExpected: "<b>"\nReceived: "<a>"',
      },
    ],
  });
  expect(err).toContain("from a test");
});

test.each([
  ["another runner", "exit 3", [], 3],
  ["a run without a report", undefined, ["--", "no-such-file"], 1],
] as const)("test has only the exit code of %s", async (_, runner, more, exitCode) => {
  using dir = tempDir(tested);
  const args = ["test", "--json", ...(runner === undefined ? [] : ["--runner", runner]), ...more];
  const { code, out } = await runTool(dir.path, args);
  const nothing = { passed: null, failed: null, skipped: null, failures: null };
  expect({ code, ...JSON.parse(out) }).toEqual({ code: exitCode, exitCode, ...nothing });
});

test("dev ends its lines with the error and the exit code, when it cannot begin", async () => {
  using dir = tempDir({ ...tested, "src-framework/framework.conf.json": "{" });
  const { code, out } = await runTool(dir.path, ["dev", "--json"]);
  const lines = out.trimEnd().split("\n");
  expect({ code, lines: lines.map((line) => JSON.parse(line)) }).toEqual({
    code: 1,
    lines: [
      {
        event: "error",
        message: "The configuration has problems: npx framework config --json lists them",
      },
      { event: "ended", code: 1 },
    ],
  });
});
