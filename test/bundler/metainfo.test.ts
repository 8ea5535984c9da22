import { expect, test } from "bun:test";
import { join } from "node:path";
import { readProjectFacts, stageApp, type StagedApp } from "../../src/bundler/index.ts";
import { commonEntries } from "../../src/bundler/linux/layout.ts";
import { metainfo, metainfoPath } from "../../src/bundler/linux/metainfo.ts";
import { loadConfig } from "../../src/config/read/load.ts";
import {
  everyFile,
  everyOption,
  expectGolden,
  missingTool,
  Project,
  run,
  type AppCase,
} from "./project.ts";

const skip = missingTool("appstreamcli");

/** Fails if the reader of most software centres reports a problem. */
function validate(staged: StagedApp): string {
  const content = metainfo(staged);
  if (content === null) throw new Error("there is no metadata");
  if (skip !== null) return content;
  using project = new Project({ "app.metainfo.xml": content });
  run(["appstreamcli", "validate", "--no-net", "app.metainfo.xml"], { cwd: project.folder });
  return content;
}

function check(app: AppCase, golden: string): void {
  using project = new Project(everyFile);
  expectGolden(golden, validate(project.stage(app)));
}

const reader = skip ?? "read by appstreamcli";

test(`every option has its place in the metadata (${reader})`, () =>
  check(everyOption, "full.metainfo.golden"));

test(`an app with nothing but a name has metadata, too (${reader})`, () => {
  using project = new Project({ "package.json": "{}" });
  const settings = project.settings({ bundle: { icon: [] } });
  const staged = stageApp({
    settings,
    folder: project.folder,
    project: readProjectFacts(project.folder),
    target: { system: "linux", architecture: "x64" },
    executable: "bin/app",
    time: 315_532_800,
  });
  expectGolden("least.metainfo.golden", validate(staged));
});

test(`the example has metadata (${reader})`, () => {
  const folder = join(import.meta.dir, "../../examples/dialogs/src-framework");
  const { config } = loadConfig({ from: folder, system: "linux", command: "build" });
  if (config === null) throw new Error("the example's configuration has problems");
  const staged = stageApp({
    settings: config,
    folder,
    project: readProjectFacts(folder),
    target: { system: "linux", architecture: "x64" },
    executable: "none",
    time: 1_767_225_600,
  });
  expect(validate(staged)).toContain("<id>org.example.dialogs</id>");
});

test(`text keeps its meaning whatever it holds (${reader})`, () =>
  check(
    {
      productName: '<Tags> & "quotes" \'n bells',
      version: "1.0.0",
      bundle: { publisher: "Ada & Sons", longDescription: "1 < 2\r\n\r\n\r\n\r\n  3 > 2 \r\n" },
    },
    "escaped.metainfo.golden",
  ));

test("invalid web addresses and unknown SPDX licences are left out", () => {
  const facts = (manifest: object): string[] => {
    using project = new Project({ "package.json": JSON.stringify(manifest) });
    return validate(project.stage()).match(/<(?:url|project_license)[ >].*/g) ?? [];
  };
  expect(facts({ homepage: "javascript:1", license: "SEE LICENSE IN x" })).toEqual([]);
  expect(facts({ homepage: "example.org", license: "UNLICENSED" })).toEqual([
    "<project_license>LicenseRef-proprietary</project_license>",
  ]);
  expect(facts({ homepage: "https://example.org/?a&b", license: "(MIT OR Apache-2.0)" })).toEqual([
    "<project_license>(MIT OR Apache-2.0)</project_license>",
    '<url type="homepage">https://example.org/?a&amp;b</url>',
  ]);
});

test.each(["greeter", "example.greeter", "COM.example.greeter"])(
  "an app with the identifier %s, which no catalogue takes, has none",
  (identifier) => {
    using project = new Project();
    expect(metainfo(project.stage({ bundle: { identifier } }))).toBeNull();
  },
);

test("metadata of the author's own is not written over", () => {
  const place = "usr/share/metainfo/org.example.greeter.metainfo.xml";
  using project = new Project({ "own.xml": "<component/>" });
  const staged = project.stage({ deb: { files: { [`/${place}`]: "own.xml" } } });
  const paths = (settings: typeof staged.deb | typeof staged.rpm): string[] =>
    commonEntries(staged, new Uint8Array(), settings).map(({ path }) => path);
  expect(metainfoPath(staged)).toBe(place);
  expect([paths(staged.deb).includes(place), paths(staged.rpm).includes(place)]).toEqual([
    false,
    true,
  ]);
});
