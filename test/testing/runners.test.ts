// `framework/api/mocks` in the runners of others, and in the pages without a browser that they
// bring.

import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { startProgram } from "../../harness/running-app.ts";
import { root } from "../support/app/display-app.ts";

const folder = join(root, "test/runners");
const program = (name: string, path: string): string =>
  join(dirname(Bun.resolveSync(`${name}/package.json`, folder)), path);
const vitestRun = [program("vitest", "vitest.mjs"), "run"];
const vitest = [...vitestRun, "mocks", "--environment"];
const jest = ["--experimental-vm-modules", program("jest", "bin/jest.js"), "--env"];

test.each([
  ["Vitest with jsdom", [...vitest, "jsdom"]],
  ["Vitest with happy-dom", [...vitest, "happy-dom"]],
  ["Jest with jsdom", [...jest, "jsdom"]],
  ["Jest with happy-dom", [...jest, "@happy-dom/jest-environment"]],
])("a front end is tested by %s", async (_, args) => {
  const node = Bun.which("node") ?? "node";
  await using run = startProgram([node, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", CI: "1" },
  });
  await run.endWith(0);
  expect(run.report()).toMatch(/2 passed/);
});

test("a whole app is tested by Vitest, under Node.js", async () => {
  using project = tempDir();
  cpSync(join(root, "test/fixtures/editor-app"), project.path, { recursive: true });
  const node = Bun.which("node") ?? "node";
  await using run = startProgram([node, ...vitestRun, "app"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", CI: "1", EDITOR_PROJECT: project.path },
  });
  await run.endWith(0);
  expect(run.report()).toMatch(/1 passed/);
});
