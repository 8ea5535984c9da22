import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppSpec } from "../../src/contract/shipped/pack.ts";
import { systems } from "../../src/contract/target.ts";
import { writeEntries } from "../../src/cli/build/entry.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { settledConfig } from "../support/config.ts";

async function entriesOf(
  system: (typeof systems)[number],
  framework: object = {},
  mode: AppSpec["mode"] = "release",
): Promise<[string, string]> {
  using folder = tempDir();
  const { main, appThread } = await writeEntries({
    folder: join(folder.path, "entry"),
    system,
    sourceFolder: folder.path,
    config: settledConfig({ framework }, []),
    appSpec: "readPackedSpec(process.execPath)",
    executable: "process.execPath",
    pack: "process.execPath",
    proxy: null,
    mode,
  });
  return [readFileSync(main, "utf8"), readFileSync(appThread, "utf8")];
}

test("each system's app opens that system's platform, and none of the others", async () => {
  for (const system of systems) {
    const texts = (await entriesOf(system)).join("");
    expect(systems.filter((each) => texts.includes(`native/${each}/`))).toEqual([system]);
  }
});

test("the app thread is handed what its system does by calls alone", async () => {
  expect((await entriesOf("macos"))[1]).toContain("hostOf: () => macHost(macCalls),");
  expect((await entriesOf("windows"))[1]).toContain("hostOf: () => windowsHost(windowsCalls),");
  expect((await entriesOf("linux"))[1]).toContain("hostOf: () => linuxHost(linuxCalls),");
});

test("interfaces that Apple does not publish are used only where the configuration says so", async () => {
  expect((await entriesOf("macos"))[0]).toContain("open(events, { usesPrivateApi: false })");
  expect((await entriesOf("macos", { macOSPrivateApi: true }))[0]).toContain("usesPrivateApi: true");
});

test.each([
  ["release", false],
  ["debug", true],
  ["dev", true],
] as const)("in mode %s, whether variables of WebView2's hold is %p", async (mode, holds) => {
  expect((await entriesOf("windows", {}, mode))[0]).toContain(`takesOverrides: ${holds} })`);
});
