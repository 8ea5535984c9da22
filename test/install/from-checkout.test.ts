// The steps of docs/install.md and docs/from-tauri.md, as they stand there, in a home of their own:
// the checkout is `~/framework`, and the registry has its packages alone.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { startPackageRegistry } from "../support/package-registry.ts";
import { tauriApp } from "../support/app/peer-app.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

/** The blocks of commands on a page, in order. */
function steps(page: string): string[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => commands);
}

const registry = startPackageRegistry();
let home: TempDir;

/** Runs commands as somebody types them, each where the one before has left the shell. */
async function type(commands: string, folder = home.path): Promise<string> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home.path,
    npm_config_registry: registry.address,
    npm_config_update_notifier: "false",
  };
  await using shell = startProgram(["/bin/bash", "-ec", commands], { cwd: folder, env });
  const { code } = await shell.end({ timeout: 240_000 });
  if (code !== 0) throw new Error(shell.report());
  return shell.output.map(({ text }) => text).join("\n");
}

const [pack = "", newApp = ""] = steps("install.md");

beforeAll(async () => {
  home = tempDir();
  symlinkSync(root, join(home.path, "framework"));
  await type(pack);
});

afterAll(() => {
  home[Symbol.dispose]();
  registry[Symbol.dispose]();
});

test("a new app installs the package that a checkout makes, and builds with it", async () => {
  await type(newApp);
  const folder = join(home.path, "notes");
  expect(existsSync(join(folder, "src-framework/target/release/notes"))).toBeTrue();
  // What the page says of the manifest is what npm has written.
  const [, entry = ""] =
    /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/install.md"), "utf8")) ?? [];
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect({ devDependencies }).toEqual(JSON.parse(entry));
});

test("an app of Tauri 1 is moved, checked and built by the steps of its page", async () => {
  const [look = "", move = "", build = ""] = steps("from-tauri.md");
  expect(steps("from-tauri.md")).toHaveLength(3);
  using app = tauriApp("vanilla");
  await type(`rm -rf ~/notes && cp -r '${app.path}' ~/notes && rm ~/notes/node_modules`);
  expect(await type(look)).toContain("This will make:");
  expect(existsSync(join(home.path, "notes/src-framework"))).toBeFalse();
  const folder = join(home.path, "notes");
  expect(await type(move, folder)).toContain("The configuration is in order.");
  await type(build, folder);
  expect(existsSync(join(folder, "src-framework/target/release/Vanilla"))).toBeTrue();
});
