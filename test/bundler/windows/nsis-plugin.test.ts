import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { cutPlaces, packFiles } from "../../../src/bundler/windows/nsis/packed-files.ts";
import { pluginFolder, pluginPath } from "../../../src/bundler/windows/nsis/plugin.ts";
import { readSource } from "../../../src/bundler/write/source.ts";
import { bordersOf, sectionsOf } from "../../../src/bundler/windows/sections.ts";
import { buildPlugin, missingForPlugins, pluginKindNames } from "../../../stub/nsis-plugin.ts";
import { committedPrograms } from "../committed-programs.ts";
import { noStore } from "../../../src/bundler/part-store.ts";
import { xzLevels } from "../../../src/bundler/write/xz/xz.ts";
import { noise } from "../../support/noise.ts";
import { run } from "../project.ts";
import { xzBlocks } from "../xz-blocks.ts";

committedPrograms("plugins of script installers", {
  kinds: pluginKindNames,
  folder: pluginFolder,
  build: buildPlugin,
  missing: missingForPlugins(),
});

const noObjdump = Bun.which("objdump") === null ? "needs objdump" : null;
test.skipIf(noObjdump !== null)(
  `the plugins need what every Windows has, and let their data be moved and not run (${noObjdump ?? "by objdump"})`,
  () => {
    for (const kind of pluginKindNames) {
      const output = run(["objdump", "-p", pluginPath(kind, pluginFolder)]);
      const libraries = Array.from(output.matchAll(/DLL Name: (\S+)/g), ([, name = ""]) =>
        name.toLowerCase(),
      );
      expect(libraries.toSorted()).toEqual(["kernel32.dll", "msvcrt.dll", "user32.dll"]);
      expect(output).toContain("DYNAMIC_BASE");
      expect(output).toContain("NX_COMPAT");
    }
  },
);

test("the sections of a program are found, and what is none has none", () => {
  const sections = sectionsOf(readFileSync(pluginPath("x86-unicode", pluginFolder)));
  const borders = bordersOf(sections);
  expect(borders.length).toBeGreaterThan(4);
  expect(borders[0]).toBe(0x400);
  expect(sections.map(({ isCode }) => isCode).indexOf(true)).toBe(0);
  expect(sections.filter(({ isCode }) => isCode).length).toBe(1);
  expect(sectionsOf(readFileSync(join(import.meta.dir, "nsis-plugin.test.ts")))).toEqual([]);
  expect(sectionsOf(Buffer.alloc(0))).toEqual([]);
});

const million = 1_000_000;
test.each([
  ["small files are one part with their neighbours", [1, 2, 3, 4], [4]],
  [
    "a large file is a part of its own",
    [10, 2 * million, 2 * million + 5, 2 * million + 9],
    [10, 2 * million, 2 * million + 9],
  ],
  [
    "a very large file is several parts, each smaller than the one before",
    [150 * million],
    [55 * million, 105 * million, 150 * million],
  ],
  ["empty files are no parts", [0, 0, 5, 5], [5]],
] as const)("%s", (_, borders, places) => {
  expect(cutPlaces(borders).filter((place) => place > 0)).toEqual([...places]);
});

const noXz = Bun.which("xz") === null ? "needs xz" : null;
test.skipIf(noXz !== null)(
  `machine code is packed with its filter, and what is none without (${noXz ?? "by xz"})`,
  async () => {
    using folder = tempDir();
    const [data, packed] = [join(folder.path, "data"), join(folder.path, "app.xz")];
    writeFileSync(data, noise(2 * million, 1));
    const files = [pluginPath("x86-unicode", pluginFolder), data].map((copy) => ({
      path: copy,
      copy,
      bytes: statSync(copy).size,
    }));
    const levels = { code: xzLevels.brisk, other: xzLevels.quick };
    const options = { levels, store: noStore, folder: folder.path, progress: () => {} };
    writeFileSync(packed, readSource(await packFiles(files, "x64", options)));
    expect(xzBlocks(packed).map((way) => way.startsWith("--x86 "))).toEqual([true, false]);
    const whole = Buffer.concat(files.map(({ copy }) => readFileSync(copy)));
    expect(Bun.spawnSync(["xz", "-dc", packed]).stdout.equals(whole)).toBeTrue();
  },
);
