// The settings in the installer that makensis made, one by one.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { tempDir } from "../../../harness/temp-dir.ts";
import { bundle } from "../../../src/bundler/index.ts";
import { messageNames } from "../../../src/bundler/windows/nsis/messages.ts";
import { checkPacked } from "../../../src/bundler/windows/nsis/nsis.ts";
import { writeIco } from "../../../src/cli/icon/files.ts";
import { missingTool, png, Project, run, type AppCase } from "../project.ts";
import { resourcesOf } from "./resources.ts";

const bitmap = (name: string): Buffer =>
  Buffer.concat([Buffer.from("BM"), Buffer.alloc(60), Buffer.from(name)]);

/**
 * All texts of an installer that was made quickly. They stand in its head, which is packed by
 * itself.
 */
function textsOf(installer: Buffer): string {
  const mark = Buffer.from("efbeadde", "hex");
  const start = installer.indexOf(Buffer.concat([mark, Buffer.from("NullsoftInst")]));
  // The mark and two lengths; then the length of a deflate stream, whose highest bit marks it as
  // compressed.
  const head = start + mark.length + 12 + 8;
  const length = installer.readUInt32LE(head) & 0x7fff_ffff;
  return inflateRawSync(installer.subarray(head + 4, head + 4 + length)).toString("utf16le");
}

const skip = missingTool("makensis", "7z");
describe.skipIf(skip !== null)(`the output of makensis (${skip ?? "read by 7z"})`, () => {
  let project: Project;
  let plain: string;
  beforeAll(async () => {
    project = new Project({
      // Paths of the project may look like definitions of the script.
      "${PRODUCT}/header.bmp": bitmap("header"),
      "${PRODUCT}/side.bmp": bitmap("side"),
      "setup.ico": writeIco([{ size: 16, png: png(16, 16) }]),
      "license.txt": "You may [read] this.\n",
      "de.nsh": messageNames
        .map((name) => `LangString ${name} \${LANG_GERMAN} "Meine eigene"`)
        .join("\n"),
    });
    plain = await made({});
  });
  afterAll(() => project[Symbol.dispose]());

  async function made(nsis: NonNullable<AppCase["nsis"]>): Promise<string> {
    const staged = project.stageFor("windows", { nsis });
    const [installer] = await bundle({
      staged,
      formats: ["nsis"],
      outDir: mkdtempSync(join(project.folder, "${PRODUCT}", "out-")),
      effort: "quick",
    });
    return installer?.path ?? "";
  }

  /** A file of the installer's own pages. */
  const inside = (name: string) => (path: string) =>
    run(["7z", "e", "-so", path, `$PLUGINSDIR/${name}`]);
  const says = (text: string) => (path: string) => textsOf(readFileSync(path)).includes(text);

  test.each([
    ["license", { license: "license.txt" }, says("You may [read] this."), true],
    [
      "headerImage",
      { headerImage: "${PRODUCT}/header.bmp" },
      inside("modern-header.bmp"),
      bitmap("header").toString(),
    ],
    [
      "sidebarImage",
      { sidebarImage: "${PRODUCT}/side.bmp" },
      inside("modern-wizard.bmp"),
      bitmap("side").toString(),
    ],
    [
      "installerIcon",
      { installerIcon: "setup.ico" },
      (path: string) => resourcesOf(readFileSync(path), 3).map(({ length }) => length),
      [png(16, 16).length],
    ],
    [
      "installMode",
      { installMode: "perMachine" },
      (path: string) => /level="(\w+)"/.exec(String(resourcesOf(readFileSync(path), 24)[0]))?.[1],
      "requireAdministrator",
    ],
    [
      "installMode both",
      { installMode: "both" },
      (path: string) => /level="(\w+)"/.exec(String(resourcesOf(readFileSync(path), 24)[0]))?.[1],
      "requireAdministrator",
    ],
    ["languages", { languages: ["German"] }, says("Durchsuchen"), true],
    [
      "customLanguageFiles",
      { languages: ["German"], customLanguageFiles: { German: "de.nsh" } },
      says("Meine eigene"),
      true,
    ],
    [
      "displayLanguageSelector",
      { languages: ["English", "German"], displayLanguageSelector: true },
      (path: string) => inside("LangDLL.dll")(path).startsWith("MZ"),
      true,
    ],
  ] as const)("%s is in it, and not without it", async (_, nsis, look, expected) => {
    expect(look(plain)).not.toEqual(expected as never);
    expect(look(await made(nsis))).toEqual(expected as never);
  });

  test("a project may lie in any folder", async () => {
    using around = tempDir();
    const place = join(around.path, "日本 Ü's $HOME 100%PATH%; #1");
    cpSync(project.folder, place, { recursive: true });
    const nsis = {
      license: "license.txt",
      headerImage: "${PRODUCT}/header.bmp",
      sidebarImage: "${PRODUCT}/side.bmp",
    };
    const staged = project.stageFor("windows", { nsis }, { folder: place });
    const outDir = join(place, "out");
    const [installer] = await bundle({ staged, formats: ["nsis"], outDir, effort: "quick" });
    expect(inside("modern-header.bmp")(installer?.path ?? "")).toEqual(bitmap("header").toString());
  });
});

test("more packed files than makensis takes are an error before it is started", () => {
  expect(() => checkPacked(2_140_000_001)).toThrow(
    /2141 MB of packed files: .* 2140 MB; take large/,
  );
});
