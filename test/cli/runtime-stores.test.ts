import { expect, test } from "bun:test";
import { join } from "node:path";
import { launcher } from "../../src/bundler/linux/launcher.ts";
import { readSource } from "../../src/bundler/write/source.ts";
import { runtimeStores } from "../../src/cli/info/runtime-stores.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { Project } from "../bundler/project.ts";
import { runtimeOf, sharedAppOf } from "../support/fake-runtime.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";

test("the runtimes of a machine are used by the launchers of packages that name them", () => {
  using project = new Project({ "app/main.js": "" });
  const runtime = runtimeOf(Buffer.from("a runtime"), "package/bin/bun", "1.4.4");
  const shared = sharedAppOf(join(project.folder, "app"), runtime, []);
  const text = readSource(launcher(project.stageFor("linux", {}, { shared })));
  using libraries = tempDir({
    "framework-runtime/1.4.4/bun": "",
    "framework-runtime/1.4.40/bun": "",
    "framework-runtime/1.6.0/LICENSE": "",
    "greeter/app/main.js": "",
    "greeter/greeter": text,
    "own/own": "",
    "other/app/main.js": "",
    file: "",
  });
  const { path } = libraries;
  expect(runtimeStores("linux", { environment: {}, libraries: path })).toEqual([
    {
      of: "machine",
      folder: `${path}/framework-runtime`,
      runtimes: [
        { name: "1.4.4", apps: [{ path: `${path}/greeter/greeter`, isThere: true }] },
        { name: "1.4.40", apps: [] },
      ],
    },
  ]);
});

test.skipIf(process.platform !== "linux")(
  "the runtimes of a user are used by the apps that have noted themselves",
  async () => {
    const runtime = fakeRuntime();
    await using server = await RuntimeServer.of(runtime.archive);
    using home = tempDir();
    using here = new StarterApp({ ...runtime.lines, address: server.address }, home.path);
    const gone = new StarterApp({ ...runtime.lines, address: server.address }, home.path);
    for (const app of [here, gone]) expect((await app.load()).code).toBe(0);
    // As an update of it does.
    expect((await here.load({ FRAMEWORK_RUNTIME_FOR: here.program })).code).toBe(0);
    gone[Symbol.dispose]();
    const stores = runtimeStores("linux", { environment: { HOME: home.path }, libraries: home.path });
    expect(stores.at(-1)).toEqual({
      of: "user",
      folder: here.store,
      runtimes: [
        {
          name: runtime.key,
          apps: [
            { path: here.program, isThere: true },
            { path: gone.program, isThere: false },
          ].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
        },
      ],
    });
  },
);

test("the runtimes of a Mac's user are used by the bundles that have noted themselves", () => {
  const store = "Library/Application Support/framework/runtimes";
  using home = tempDir({
    [`${store}/1.4.4-a/bun`]: "",
    [`${store}/1.4.4-a/apps/0`]: "/Applications/Gone.app",
    [`${store}/1.6.0-b/archive.part`]: "",
  });
  expect(runtimeStores("macos", { environment: { HOME: home.path } })).toEqual([
    {
      of: "user",
      folder: join(home.path, store),
      runtimes: [{ name: "1.4.4-a", apps: [{ path: "/Applications/Gone.app", isThere: false }] }],
    },
  ]);
});

test("nothing is in the stores of a user without a folder for data", () => {
  expect(runtimeStores("windows", { environment: {} })).toEqual([]);
  expect(runtimeStores("macos", { environment: {} })).toEqual([]);
});
