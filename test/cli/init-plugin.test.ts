// The refusals of `init --plugin`, and the way in which a new plugin finds the framework.
// test/install/from-checkout.test.ts makes one, runs its tests, and installs it in an app.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pluginCommand, type PluginOptions } from "../../src/cli/init/plugin.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { root } from "../support/app/display-app.ts";
import { startInMemory } from "../support/app/memory-app.ts";

/** Runs the command in this process. */
function make(cwd: string, options: PluginOptions & { readonly appName?: string }): string {
  let text = "";
  const take = (more: string): void => void (text += more);
  const host = { system: "linux", architecture: "x64" } as const;
  pluginCommand({ cwd, host, color: false, out: take, err: take }, options);
  return text;
}

test("a plugin gets a folder with its name, and a function for main.ts", () => {
  using dir = tempDir();
  expect(make(dir.path, { plugin: "fs-notes" })).toEndWith(
    "\nTry it with: cd framework-plugin-fs-notes && npm install && npm test\n",
  );
  const read = (path: string): string =>
    readFileSync(join(dir.path, "framework-plugin-fs-notes", path), "utf8");
  expect(read("index.ts")).toContain("export function fsNotes(): Plugin<");
  expect(read("example/src-framework/main.ts")).toContain("plugins: [fsNotes()]");
  expect(JSON.parse(read("package.json")).name).toBe("framework-plugin-fs-notes");
});

for (const [name, reason] of [
  ["", "its name must be lower case letters and digits"],
  ["Notes", "its name must be lower case letters and digits"],
  ["3d", "begin with a letter"],
  ["a--b", "with single hyphens between"],
  ["../x", "its name must be lower case letters and digits"],
  [
    "delete",
    'its function would be "delete()", a name that TypeScript or the files of the plugin use already',
  ],
  ["define-plugin", 'its function would be "definePlugin()"'],
] as const) {
  test(`"${name}" is no name for a new plugin`, () => {
    using dir = tempDir();
    expect(() => make(dir.path, { plugin: name })).toThrow(reason);
    expect(readdirSync(dir.path)).toEqual([]);
  });
}

test("an option of an application is refused, and so are files that are there", () => {
  using dir = tempDir({ "framework-plugin-notes/index.ts": "mine" });
  expect(() => make(dir.path, { plugin: "notes", appName: "x" })).toThrow(
    "Cannot use --app-name with --plugin: it is for an application",
  );
  expect(() => make(dir.path, { plugin: "notes" })).toThrow("Cannot write index.ts: use --force");
  expect(existsSync(join(dir.path, "framework-plugin-notes/api.ts"))).toBeFalse();
  make(dir.path, { plugin: "notes", force: true });
  expect(readFileSync(join(dir.path, "framework-plugin-notes/index.ts"), "utf8")).not.toBe("mine");
});

for (const [what, manifest, wanted] of [
  [
    "a file",
    { devDependencies: { framework: "file:../packs/framework.tgz" } },
    "file:../../packs/framework.tgz",
  ],
  ["a version", { dependencies: { framework: "^1.2.3" } }, "^1.2.3"],
] as const) {
  test(`a new plugin takes the framework as its app does, from ${what}`, () => {
    using dir = tempDir({ "app/package.json": JSON.stringify(manifest) });
    const cwd = join(dir.path, "app/src-framework");
    mkdirSync(cwd);
    make(cwd, { plugin: "notes", directory: "../plugin" });
    const made = JSON.parse(readFileSync(join(dir.path, "app/plugin/package.json"), "utf8"));
    expect(made.devDependencies.framework).toBe(wanted);
  });
}

test("without an app, a new plugin takes the framework from the checkout that made it", () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "package.json"), "{}");
  make(dir.path, { plugin: "notes" });
  const folder = join(dir.path, "framework-plugin-notes");
  const made = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(made.devDependencies.framework).toBe(`file:${relative(folder, root)}`);
});

test("the example of a new plugin starts, and its page may call the plugin", async () => {
  // Below the project, where the packages are found.
  const folder = join(root, "build/new-plugin");
  try {
    make(root, { plugin: "fs-notes", directory: folder, force: true });
    const own = join(folder, "example/src-framework");
    const { default: definition } = await import(join(own, "main.ts"));
    const config = JSON.parse(readFileSync(join(own, "framework.conf.json"), "utf8"));
    using app = await startInMemory({ definition, config });
    await app.page.invoke("plugin:fs-notes|watch", {});
    const heard: unknown[] = [];
    await app.page.listen("fs-notes://added", null, false, ({ payload }) => heard.push(payload));
    await app.page.invoke("plugin:fs-notes|add", { text: "one" });
    expect(await app.page.invoke("plugin:fs-notes|list")).toEqual(["one"]);
    await waitFor("the event", () => heard.length > 0);
    expect(heard).toEqual(["one"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
