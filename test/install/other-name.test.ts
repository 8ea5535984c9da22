// The package under another name in the registry: `name` in package.json is the one place where it
// is set.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { startPackageRegistry } from "../support/package-registry.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { windowTitled } from "../../harness/x.ts";

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;
const registry = startPackageRegistry();
let home: TempDir;
let tarball = "";

async function run(folder: string, ...command: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home.path,
    npm_config_registry: registry.address,
    npm_config_update_notifier: "false",
  };
  await using shell = startProgram(command, { cwd: folder, env });
  const { code } = await shell.end({ timeout: 240_000 });
  if (code !== 0) throw new Error(shell.report());
}

beforeAll(async () => {
  home = tempDir();
  await run(root, "npm", "pack", "--ignore-scripts", "--pack-destination", home.path);
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  await run(home.path, "tar", "-xzf", `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  const manifest = join(home.path, "package/package.json");
  const { scripts: _, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...rest, name: "@acme/desktop" }));
  tarball = join(home.path, `acme-desktop-${version}.tgz`);
  await run(home.path, "tar", "-czf", tarball, "package");
});

afterAll(() => {
  home[Symbol.dispose]();
  registry[Symbol.dispose]();
});

/** A new folder in which the package is installed. */
async function newFolder(name: string, wanted: string): Promise<string> {
  const folder = join(home.path, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  await run(folder, "npm", "install", "--save-dev", wanted);
  return folder;
}

/** Starts a built app, and waits for a window. */
async function showsWindow(executable: string, title: string): Promise<void> {
  await using session = await startSession();
  await using app = session.start([executable]);
  await windowTitled(session, title).catch((cause: unknown) => {
    throw new Error(`The app showed no window\n${app.report()}`, { cause });
  });
}

describe.skipIf(missing !== null)(
  `the package under another name (${missing ?? "with a display"})`,
  () => {
    test("makes, builds and starts an app that imports it by that name", async () => {
      const folder = await newFolder("notes", tarball);
      await run(folder, "npx", "framework", "init", "--ci");
      const main = readFileSync(join(folder, "src-framework/main.ts"), "utf8");
      expect(main).toStartWith('import { defineApp } from "@acme/desktop/app";');
      const config = readFileSync(join(folder, "src-framework/framework.conf.json"), "utf8");
      expect(JSON.parse(config).$schema).toBe(
        "../node_modules/@acme/desktop/schema/framework.conf.json",
      );

      // Messages of the tool send their readers there.
      expect(existsSync(join(folder, "node_modules/@acme/desktop/docs/packages.md"))).toBeTrue();

      // The starter's page calls its command at once, and shows the answer where the display shows
      // it.
      const { distDir } = JSON.parse(config).build;
      const script = join(folder, "src-framework", distDir, "main.js");
      appendFileSync(
        script,
        `window.__FRAMEWORK__.window.appWindow.setTitle(await invoke("greet", { name: "Ada" }));\n`,
      );
      const more = {
        framework: {
          bundle: { identifier: "org.example.notes" },
          allowlist: { window: { setTitle: true } },
        },
      };
      await run(
        folder,
        "npx",
        "framework",
        "build",
        "--no-bundle",
        "--ci",
        "--config",
        JSON.stringify(more),
      );
      await showsWindow(join(folder, "src-framework/target/release/notes"), "Hello, Ada!");
    });

    test("by the alias framework, everything is as the documents say", async () => {
      const folder = await newFolder("hello", `framework@file:${tarball}`);
      const readme = readFileSync(join(root, "README.md"), "utf8");
      const block = (language: string): string =>
        new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? "";
      mkdirSync(join(folder, "page"));
      mkdirSync(join(folder, "src-framework"));
      writeFileSync(join(folder, "src-framework/framework.conf.json"), block("json"));
      writeFileSync(join(folder, "src-framework/main.ts"), block("ts"));
      writeFileSync(join(folder, "page/index.html"), block("html"));
      expect(existsSync(join(folder, "node_modules/framework/package.json"))).toBeTrue();
      await run(folder, "npx", "framework", "build", "--ci");
      await showsWindow(join(folder, "src-framework/target/release/Hello"), "Hello");
    });
  },
);
