import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { processesWithVariable } from "../../harness/process-tree.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const mark = "FRAMEWORK_TEST_LAUNCHER";

/** Starts `framework build` with the Node.js launcher, and waits until its hook runs. */
async function building() {
  const dir = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Launched", version: "1.0.0" },
      build: { distDir: "../page", beforeBuildCommand: "touch begun; sleep 600" },
      framework: { bundle: { identifier: "org.example.launched" } },
    }),
    "package.json": "{}",
    "page/index.html": "",
  });
  const running = startProgram(["node", join(root, "bin/framework.mjs"), "build"], {
    cwd: dir.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: dir.path, [mark]: dir.path },
  });
  await waitFor("the hook", () => existsSync(join(dir.path, "begun")), {
    state: () => running.report(),
  });
  return {
    running,
    left: () => processesWithVariable(mark, dir.path),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  test(`nothing that the command started outlives its launcher: ${signal}`, async () => {
    await using build = await building();
    expect(build.left().length).toBeGreaterThan(2);
    build.running.signal(signal);
    await build.running.end();
    await waitFor("the end of all that was started", () => build.left().length === 0);
  });
}

/** A package folder with the launcher, whose own Bun is the text before its install script ran. */
function withoutInstallScript(): TempDir {
  return tempDir({
    ...launcherIn("framework"),
    "node_modules/bun/package.json": "{}",
    "node_modules/bun/bin/bun.exe": "echo Bun's own words",
  });
}

const launcherIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ["bin/framework.mjs", "bin/find-bun.mjs"].map((name) => [
      `${folder}/${name}`,
      readFileSync(join(root, name), "utf8"),
    ]),
  );

const launch = (folder: string) =>
  Bun.spawnSync(["node", join(folder, "bin/framework.mjs"), "dev"]);

test("without Bun's install script, as with npm 12 and pnpm, the launcher starts the Bun of the package for this machine", () => {
  using dir = withoutInstallScript();
  const processor = process.arch === "arm64" ? "aarch64" : process.arch;
  const bin = join(dir.path, `node_modules/@oven/bun-${process.platform}-${processor}/bin`);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "bun"), '#!/bin/sh\nfor each; do echo "$each"; done', { mode: 0o755 });
  const { exitCode, stdout } = launch(join(dir.path, "framework"));
  expect([exitCode, stdout.toString().trim().split("\n").slice(-2)]).toEqual([
    0,
    [join(dir.path, "framework/src/cli/main.ts"), "dev"],
  ]);
});

test("without that package, too, the launcher says which command to run, wherever the package manager has put Bun", () => {
  using dir = withoutInstallScript();
  const { exitCode, stderr } = launch(join(dir.path, "framework"));
  expect([exitCode, stderr.toString().trim().split("\n").at(-1)?.trim()]).toEqual([
    1,
    `cd "${join(dir.path, "node_modules/bun")}" && node install.js`,
  ]);
});

test("under Yarn's Plug'n'Play, which Bun does not support, the launcher says which setting to change", () => {
  using dir = tempDir({ "pnp.cjs": 'process.versions.pnp = "3";' });
  const { exitCode, stderr } = Bun.spawnSync(
    ["node", "--require", "./pnp.cjs", join(root, "bin/framework.mjs"), "--version"],
    { cwd: dir.path },
  );
  expect([exitCode, stderr.toString()]).toEqual([
    1,
    expect.stringContaining('"nodeLinker: node-modules"'),
  ]);
});

test("in a folder with ? in its name, where Bun finds no module, the launcher says so", () => {
  using dir = tempDir({
    ...launcherIn("app?1/framework"),
    "app?1/node_modules/bun/package.json": "{}",
    "app?1/node_modules/bun/bin/bun.exe": " ".repeat(200_000),
  });
  const own = join(dir.path, "app?1/framework");
  const { exitCode, stderr } = launch(own);
  expect([exitCode, stderr.toString().trim()]).toEqual([
    1,
    `Cannot run from "${own}": Bun finds no module in a folder with "?" in its path; rename the folder, or move the project`,
  ]);
});
