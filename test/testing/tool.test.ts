// `framework init --tests` and `framework test`, as an author runs them.

import { expect, test } from "bun:test";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { commandLine } from "../support/app/display-app.ts";

test("a new project with tests passes them", async () => {
  using folder = tempDir();
  const run = async (...args: readonly string[]): Promise<string> => {
    await using tool = startProgram([...commandLine, ...args], {
      cwd: folder.path,
      env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
    });
    await tool.endWith(0);
    return tool.report();
  };
  await run("init", "--ci", "--tests");
  expect(await run("test")).toMatch(/2 pass/);
});

test("a test that fails has the tool fail", async () => {
  using folder = tempDir({
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Failing" },
      build: { devPath: "../page", distDir: "../page" },
      framework: { bundle: { identifier: "org.example.failing" } },
    }),
    "page/index.html": "",
    "fails.test.ts":
      'import { test } from "bun:test";\ntest("fails", () => { throw new Error("no"); });\n',
  });
  await using tool = startProgram([...commandLine, "test"], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder.path },
  });
  await tool.endWith(1);
});
