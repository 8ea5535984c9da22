// Apps that share their runtime: the packages that do, and the messages of the build about the
// others.

import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { runTool } from "../tool.ts";

const icon = join(import.meta.dir, "../../../examples/dialogs/src-framework/icons/128x128.png");

function project(bundle: object): TempDir {
  return tempDir({
    "package.json": '{"name": "small", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: {
        bundle: {
          active: true,
          runtime: "shared",
          identifier: "org.example.small",
          icon: [icon],
          ...bundle,
        },
        windows: [{}],
      },
    }),
  });
}

test("a format that carries its own runtime cannot be named in the configuration", async () => {
  using app = project({ targets: ["deb", "appimage"] });
  const { code, out, err } = await runTool(app.path, ["build"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("framework.bundle.targets[1]");
  expect(err).toContain(
    'cannot be made with framework.bundle.runtime "shared": only deb and rpm share a runtime; name only these, or set runtime to "own"',
  );
});

test.each([
  [["--bundles", "deb,appimage"], '"appimage"'],
  [["--target", "windows-x64", "--bundles", "nsis,msi"], '"msi", "nsis"'],
  [["--target", "macos-arm64", "--bundles", "dmg"], '"dmg"'],
])("nor can it be with %p", async (options, named) => {
  using app = project({});
  const { code, err } = await runTool(app.path, ["build", ...options]);
  expect(code).toBe(1);
  expect(err).toContain(
    `Cannot make ${named} with framework.bundle.runtime "shared": only deb and rpm share a runtime; name only these in --bundles, or set framework.bundle.runtime to "own"\n`,
  );
});

test.skipIf(process.platform !== "linux")(
  'with "all" for targets deb and rpm share their runtime, and an AppImage carries its own, as a note says',
  async () => {
    using app = project({ targets: "all" });
    const { code, out, err } = await runTool(app.path, ["build", "--debug", "--json"]);
    expect(code).toBe(0);
    expect(err).toContain(
      'appimage: carries its own runtime; framework.bundle.runtime "shared" is for deb and rpm\n',
    );
    const made = JSON.parse(out) as {
      executable: string;
      app: string;
      packages: readonly { format: string; path: string; bytes: number }[];
    };
    const [smallest, largest] = [1_000_000, 20_000_000];
    expect(
      made.packages.map(({ format, bytes }) => [format, bytes < smallest, bytes > largest]),
    ).toEqual([
      ["deb", true, false],
      ["deb", false, true],
      ["rpm", true, false],
      ["rpm", false, true],
      ["appimage", false, true],
    ]);
    expect(statSync(made.executable).size).toBeGreaterThan(largest);
    expect(readdirSync(made.app)).toContain("main.js");
    const maps = join(app.path, "src-framework/target/source-maps/debug");
    for (const folder of [maps, join(maps, "app")])
      expect(readdirSync(folder)).toContain("app-thread.js.map");
  },
);
