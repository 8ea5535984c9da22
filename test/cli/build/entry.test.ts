import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppSpec } from "../../../src/contract/shipped/pack.ts";
import { systems } from "../../../src/contract/target.ts";
import { pageScripts, usedScripts } from "../../../src/cli/build/pages/page-scripts.ts";
import { writeEntries } from "../../../src/cli/build/compile/entry.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { settledConfig } from "../../support/config.ts";

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
  expect((await entriesOf("macos", { macOSPrivateApi: true }))[0]).toContain(
    "usesPrivateApi: true",
  );
});

test.each([
  ["release", false],
  ["debug", true],
  ["dev", true],
] as const)("in mode %s, whether variables of WebView2's hold is %p", async (mode, holds) => {
  expect((await entriesOf("windows", {}, mode))[0]).toContain(`takesOverrides: ${holds} })`);
});

test.each([
  ["release", false],
  ["debug", false],
  ["dev", true],
] as const)(
  "in mode %s, whether an app holds what records the uses of its pages is %p",
  async (mode, holds) => {
    using folder = tempDir({ "work/main.ts": "" });
    const { appThread } = await writeEntries({
      folder: join(folder.path, "work"),
      system: "linux",
      sourceFolder: folder.path,
      config: settledConfig({}, ["fs.all", "http.all", "shell.all"]),
      appSpec: "readPackedSpec(process.execPath)",
      executable: "process.execPath",
      pack: "process.execPath",
      proxy: null,
      mode,
      ...(mode === "dev" && { tool: { address: "/line", watches: true, record: "/uses.json" } }),
    });
    const { outputs } = await Bun.build({
      entrypoints: [appThread],
      target: "bun",
      conditions: ["bun"],
      sourcemap: "external",
    });
    const map = outputs.find(({ kind }) => kind === "sourcemap");
    const { sources } = JSON.parse((await map?.text()) ?? "{}") as { sources: readonly string[] };
    const paths = sources.map((path) => path.replaceAll("\\", "/"));
    expect(paths.some((path) => path.endsWith("app/calls/dispatch.ts"))).toBe(true);
    for (const name of ["app/use-recorder.ts", "app/tool.ts", "contract/uses/offers.ts"])
      expect([name, paths.some((path) => path.endsWith(name))]).toEqual([name, holds]);
    // The line to a testing tool is in debug builds, too, and in no app that is released.
    const isDriven = paths.some((path) => path.includes("app/automation/"));
    expect(isDriven).toBe(mode !== "release");
  },
);

test("pages of a released app get no script by which a testing tool drives them", async () => {
  const place = { system: "linux", hosts: null, isIsolated: false, reports: null } as const;
  const scripts = await pageScripts(place);
  const used = (mode: AppSpec["mode"]) =>
    usedScripts(scripts, settledConfig({}, []), { mode, system: "linux" }).automation;
  expect([used("release"), used("debug") === null, used("dev") === null]).toEqual([
    null,
    false,
    false,
  ]);
});
