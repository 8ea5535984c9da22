import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cutPlaces } from "../../../src/bundler/windows/nsis/packed-files.ts";
import { pluginFolder, pluginPath } from "../../../src/bundler/windows/nsis/plugin.ts";
import { sectionBorders } from "../../../src/bundler/windows/sections.ts";
import { buildPlugin, missingForPlugins, pluginKindNames } from "../../../stub/nsis-plugin.ts";
import { committedPrograms } from "../committed-programs.ts";
import { run } from "../project.ts";

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
      const said = run(["objdump", "-p", pluginPath(kind, pluginFolder)]);
      const libraries = Array.from(said.matchAll(/DLL Name: (\S+)/g), ([, name = ""]) => name.toLowerCase());
      expect(libraries.toSorted()).toEqual(["kernel32.dll", "msvcrt.dll", "user32.dll"]);
      expect(said).toContain("DYNAMIC_BASE");
      expect(said).toContain("NX_COMPAT");
    }
  },
);

test("the sections of a program are found, and what is none has none", () => {
  const borders = sectionBorders(readFileSync(pluginPath("x86-unicode", pluginFolder)));
  expect(borders.length).toBeGreaterThan(4);
  expect(borders[0]).toBe(0x400);
  expect(sectionBorders(readFileSync(join(import.meta.dir, "nsis-plugin.test.ts")))).toEqual([]);
  expect(sectionBorders(Buffer.alloc(0))).toEqual([]);
});

const million = 1_000_000;
test.each([
  ["what is small is one part with its neighbours", [1, 2, 3, 4], [4]],
  [
    "what is large is one for itself",
    [10, 2 * million, 2 * million + 5, 2 * million + 9],
    [10, 2 * million, 2 * million + 9],
  ],
  [
    "what is very large is several of one size",
    [150 * million],
    [50 * million, 100 * million, 150 * million],
  ],
  ["empty files are no parts", [0, 0, 5, 5], [5]],
] as const)("%s", (_, borders, places) => {
  expect(cutPlaces(borders).filter((place) => place > 0)).toEqual([...places]);
});
