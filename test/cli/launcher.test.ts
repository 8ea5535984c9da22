import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";
import { processesWithVariable } from "../../harness/process-tree.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
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

test("without Bun's install script the launcher says which command to run, wherever the package manager has put Bun", () => {
  using dir = tempDir({
    "framework/bin/framework.mjs": readFileSync(join(root, "bin/framework.mjs"), "utf8"),
    "node_modules/bun/package.json": "{}",
    "node_modules/bun/bin/bun.exe": "echo Bun's own words",
  });
  const { exitCode, stderr } = Bun.spawnSync([
    "node",
    join(dir.path, "framework/bin/framework.mjs"),
    "dev",
  ]);
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
    "app?1/framework/bin/framework.mjs": readFileSync(join(root, "bin/framework.mjs"), "utf8"),
    "app?1/node_modules/bun/package.json": "{}",
    "app?1/node_modules/bun/bin/bun.exe": " ".repeat(200_000),
  });
  const own = join(dir.path, "app?1/framework");
  const { exitCode, stderr } = Bun.spawnSync(["node", join(own, "bin/framework.mjs"), "dev"]);
  expect([exitCode, stderr.toString().trim()]).toEqual([
    1,
    `Cannot run from "${own}": Bun finds no module in a folder with "?" in its path; rename the folder, or move the project`,
  ]);
});
