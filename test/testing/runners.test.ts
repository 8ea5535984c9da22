// `framework/api/mocks` in the runners of others, and in the pages without a browser that they
// bring.

import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { startProgram } from "../../harness/running-app.ts";
import { root } from "../support/app/display-app.ts";

const folder = join(root, "test/runners");
const program = (name: string, path: string): string =>
  join(dirname(Bun.resolveSync(`${name}/package.json`, folder)), path);
const vitest = [program("vitest", "vitest.mjs"), "run", "--environment"];
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
