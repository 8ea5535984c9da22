// The guide in docs/testing.md, run by `framework test` as its reader runs it.

import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "bun:test";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { commandLine, onDisplay, root } from "../support/app/display-app.ts";

/** The code block that holds some words. */
function block(words: string): string {
  const text = readFileSync(join(root, "docs/testing.md"), "utf8");
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  return blocks.find((code) => code.includes(words)) ?? "";
}

onDisplay("the test of the guide passes in both modes, and leaves nothing behind", async () => {
  using folder = tempDir();
  using temporary = tempDir();
  cpSync(join(root, "test/fixtures/editor-app"), folder.path, { recursive: true });
  writeFileSync(join(folder.path, "src-framework/main.ts"), block("onCloseRequested"));
  mkdirSync(join(folder.path, "tests"));
  writeFileSync(join(folder.path, "tests/save.test.ts"), block("changes are saved in mode"));
  await using tool = startProgram([...commandLine, "test"], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder.path, TMPDIR: temporary.path },
  });
  await tool.endWith(0);
  expect(tool.report()).toMatch(/2 pass/);
  await waitFor("an empty folder for temporary files", () => {
    return readdirSync(temporary.path).length === 0;
  });
});
