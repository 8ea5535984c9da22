import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, test } from "bun:test";
import { unmetNeeds } from "../../../src/bundler/index.ts";
import type { CodeSigning } from "../../../src/bundler/windows/code-signing.ts";
import { definitions } from "../../../src/bundler/windows/nsis/definitions.ts";
import { pluginFolder, pluginPath } from "../../../src/bundler/windows/nsis/plugin.ts";
import { gatherPayload } from "../../../src/bundler/windows/payload.ts";
import { Project, type AppCase } from "../project.ts";

/** The problems of an app that ships these files. */
function problemsOf(files: Readonly<Record<string, string>>, app: AppCase = {}): string {
  using project = new Project(files);
  try {
    project.stageFor("windows", app);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

for (const [name, problem] of [
  ["con.txt", 'Windows has no files called "con.txt"'],
  ["a|b", 'Windows has no files called "a|b"'],
  ["ends with a dot.", 'Windows has no files called "ends with a dot."'],
  ["lpt²", 'Windows has no files called "lpt²"'],
] as const) {
  test(`a resource that Windows cannot store is refused: ${name}`, () => {
    expect(problemsOf({ [name]: "" }, { bundle: { resources: [name] } })).toContain(problem);
  });
}

test("a file of a shipped folder whose name holds a backslash is refused", () => {
  const files = { "odd/back\\slash.txt": "" };
  expect(problemsOf(files, { bundle: { resources: ["odd"] } })).toContain(
    'Cannot ship "odd/back\\slash.txt": Windows has no files called "back\\slash.txt"',
  );
});

/** The resources that a build has signed, by the names of their copies. */
async function signed(options: CodeSigning["options"]): Promise<string[]> {
  using project = new Project({
    "code/a.dll": readFileSync(pluginPath("x86-unicode", pluginFolder)),
    "code/b.node": "\x7fELF, as a package brings for Linux",
    "code/c.ps1": "Write-Host hello",
    "code/d.txt": "",
  });
  const names: string[] = [];
  const sign = async (path: string): Promise<void> => void names.push(extname(path));
  const staged = project.stageFor("windows", { bundle: { resources: ["code"] } });
  await gatherPayload({ ...staged, signing: { options, sign } }, join(project.folder, "out"));
  return names;
}

test("code for Windows is signed, scripts by a command alone, and addons for other systems never", async () => {
  expect(await signed({} as CodeSigning["options"])).toEqual([".dll"]);
  expect(await signed(null)).toEqual([".dll", ".ps1"]);
});

test("a program that cannot be signed is named as it is shipped", async () => {
  using project = new Project({
    "lib/a.dll": readFileSync(pluginPath("x86-unicode", pluginFolder)),
  });
  const sign = (path: string): Promise<void> => Promise.reject(new Error(`Cannot sign "${path}"`));
  const staged = project.stageFor("windows", { bundle: { resources: ["lib"] } });
  await expect(
    gatherPayload({ ...staged, signing: { options: null, sign } }, join(project.folder, "out")),
  ).rejects.toThrow('Cannot sign "lib/a.dll"');
});

test("a build reports all names that Windows cannot have, up to twenty", () => {
  const names = ["a:b", "aux", "B.txt", "b.txt", "ok.txt"].map((name) => `odd/${name}`);
  const problem = (text: string) => `framework.bundle.resources: ${text}`;
  const app: AppCase = { bundle: { resources: ["odd"] } };
  expect(problemsOf(Object.fromEntries(names.map((name) => [name, ""])), app)).toBe(
    [
      problem('Cannot ship "odd/a:b": Windows has no files called "a:b"'),
      problem('Cannot ship "odd/aux": Windows has no files called "aux"'),
      problem('Cannot ship "odd/b.txt" beside "odd/B.txt": on Windows they are the same name'),
    ].join("\n"),
  );
  const many = Array.from({ length: 30 }, (_, index) => [`odd/${index}?`, ""]);
  const lines = problemsOf(Object.fromEntries(many), app).split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([21, problem("10 more files have such names")]);
});

test("a path that installers may fail to write is noted, by its file or by its folder", () => {
  // "C:\\Users\\", 20 letters, "\\AppData\\Local\\Greeter\\" take 52 characters, and "d\\" two.
  const fitting = { ["f".repeat(205)]: "", [`${"g".repeat(193)}/a`]: "" };
  const notesOf = (names: readonly string[], app: AppCase = {}): readonly string[] => {
    using project = new Project(Object.fromEntries(names.map((name) => [`d/${name}`, ""])));
    return project.stageFor("windows", { ...app, bundle: { resources: ["d"] } }).notes;
  };
  expect(notesOf(Object.keys(fitting))).toEqual([]);
  const long = ["f".repeat(206), `${"g".repeat(195)}/a`];
  expect(notesOf(long)).toEqual([
    `framework.bundle.resources: "d/${"g".repeat(195)}/a" and 1 more: installers for Windows write paths of up to 259 characters, and below "C:\\Users\\…\\AppData\\Local\\Greeter" this one may have 2 too many; shorten its path`,
  ]);
  expect(notesOf(long, { nsis: { installMode: "perMachine" } })).toEqual([]);
});

test("names that differ in their case alone are refused", () => {
  const files = { "a/Text.md": "", "b/text.md": "" };
  expect(problemsOf(files, { bundle: { resources: { "a/": "texts", "b/": "Texts" } } })).toContain(
    "on Windows they are the same name",
  );
});

test("folders whose names differ in their case alone are one, and no file is one of them", () => {
  const files = { "a/one.md": "", "b/two.md": "" };
  const shipped = (resources: Readonly<Record<string, string>>): string =>
    problemsOf(files, { bundle: { resources } });
  expect(shipped({ "a/": "texts/sub", "b/": "Texts/Sub" })).toBe("");
  expect(shipped({ "a/one.md": "Texts", "b/": "texts" })).toContain(
    'Cannot ship "texts/two.md" beside "Texts": on Windows that is the name of its folder',
  );
});

test("a file with the uninstaller's name prevents only script installers", () => {
  using project = new Project({ "Uninstall.exe": "" });
  const inFolder = { "Uninstall.exe": "uninstall.exe/it" };
  const shipped = (resources: readonly string[] | Readonly<Record<string, string>>) =>
    project.stageFor("windows", { bundle: { resources } });
  for (const [staged, named, whose] of [
    [shipped(["Uninstall.exe"]), "Uninstall.exe", "file"],
    [shipped(inFolder), "uninstall.exe/it", "file"],
    [project.stageFor("windows", {}, { executable: "Uninstall.exe" }), "Uninstall.exe", "product"],
  ] as const) {
    expect(unmetNeeds(staged, ["nsis", "msi"])).toEqual([
      `Cannot make "nsis": "${named}" is the name of its uninstaller: give the ${whose} another name`,
    ]);
  }
});

test("a product that is called as a device of Windows gets another folder", () => {
  using project = new Project();
  const staged = project.stageFor("windows", { productName: "Aux" });
  const script = definitions(staged, staged.nsis, {
    out: "setup.exe",
    files: [],
    license: null,
    icon: null,
    headerImage: null,
    sidebarImage: null,
    compression: "off",
    packed: null,
    signCommand: null,
    hooks: null,
  });
  expect(script).toContain('!define PRODUCT "Aux"\r\n!define FILE_NAME "Aux App"\r\n');
});

test("a version that Windows cannot hold is refused", () => {
  expect(problemsOf({}, { version: "1.2.99999" })).toContain('"99999" may be at most 65535');
});

test("every name that Windows can store is staged", () => {
  expect(problemsOf({ "kon.txt": "" }, { bundle: { resources: ["kon.txt"] } })).toBe("");
});
