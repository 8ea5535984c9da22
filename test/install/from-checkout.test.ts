// The steps of docs/install.md, docs/templates.md, docs/writing-plugins.md and docs/from-tauri.md,
// as they stand there, in a home of their own: the checkout is `~/framework`, and the registry has
// its packages alone.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "../support/app/display-app.ts";
import { startPackageRegistry } from "../support/package-registry.ts";
import { tauriApp } from "../support/app/peer-app.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";

/** The blocks of commands on a page, in order. */
function steps(page: string): string[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => commands);
}

const missing = missingPrograms().map((name) => `needs ${name}`)[0] ?? null;
const registry = startPackageRegistry();
let home: TempDir;

/**
 * Runs commands as a user types them, each in the folder where the one before has left the shell.
 */
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
  // The page's lines about the manifest are those that npm has written.
  const [, entry = ""] =
    /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/install.md"), "utf8")) ?? [];
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect({ devDependencies }).toEqual(JSON.parse(entry));
});

test("a project of a template names the framework's file beside the one that made it", async () => {
  const [packages = "", asking = "", quiet = ""] = steps("templates.md");
  const folder = join(home.path, "my-app");
  await type(packages);
  // Without a terminal, the suggestions are the answers.
  for (const [commands, kind] of [
    [asking, "vite"],
    [quiet.split("\n")[0] ?? "", "@vitejs/plugin-react"],
  ] as const) {
    await type(`rm -rf ${folder}; ${commands}`);
    const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(devDependencies.framework).toBe(`file:../framework-${packageJson.version}.tgz`);
    expect(Object.keys(devDependencies)).toContain(kind);
  }
});

test.skipIf(missing !== null)(
  `a new plugin passes its own tests, and a page of an app that installs its package calls it (${missing ?? "with a display"})`,
  async () => {
    const [begin = "", install = ""] = steps("writing-plugins.md");
    expect(steps("writing-plugins.md")).toHaveLength(2);
    expect(await type(begin)).toContain("4 pass");
    await type(install, join(home.path, "framework-plugin-notes"));
    const folder = join(home.path, "notes");
    const configuration = join(folder, "src-framework/framework.conf.json");
    writeFileSync(
      configuration,
      JSON.stringify({
        ...JSON.parse(readFileSync(configuration, "utf8")),
        plugins: { notes: { allowlist: { all: true }, limit: 2 } },
        build: {
          devPath: "../src",
          beforeBuildCommand: "bun build src/index.html --outdir dist",
          distDir: "../dist",
        },
      }),
    );
    writeFileSync(
      join(folder, "src-framework/main.ts"),
      `import { defineApp } from "framework/app";
     import { notes } from "framework-plugin-notes";
     export default defineApp({
       plugins: [notes()],
       commands: {
         async end(lists: unknown, { app }) {
           console.log(JSON.stringify(lists));
           await app.exit();
         },
       },
     });`,
    );
    writeFileSync(join(folder, "src/index.html"), '<script type="module" src="main.ts"></script>');
    writeFileSync(
      join(folder, "src/main.ts"),
      `import { invoke } from "framework/api/invoke";
     import { add, list, onAdd } from "framework-plugin-notes/api";
     const heard: string[] = [];
     const all = Promise.withResolvers<void>();
     await onAdd((text) => heard.push(text) === 3 && all.resolve());
     for (const text of ["one", "two", "three"]) await add(text);
     await all.promise;
     await invoke("end", { heard, list: await list() });`,
    );
    const identifier = '{"framework": {"bundle": {"identifier": "org.example.notes"}}}';
    await type(`npx framework build --no-bundle --config '${identifier}'`, folder);
    await using session = await startSession();
    await using app = session.start([join(folder, "src-framework/target/release/notes")]);
    const { code } = await app.end();
    expect({ code, output: app.output.map(({ text }) => text) }).toEqual({
      code: 0,
      output: [JSON.stringify({ heard: ["one", "two", "three"], list: ["two", "three"] })],
    });
  },
);

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
