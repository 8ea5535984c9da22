// Tests of an app by its author, and `framework driver`, on Windows: the tool, the tests and the
// app are programs of Windows.

import { expect } from "bun:test";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { root } from "../support/app/display-app.ts";
import { startWindowsSession, underWine } from "../support/windows/windows-app.ts";
import { environmentVariable } from "../testing/cases/environment.ts";

underWine("tests of an app pass on Windows, and a client of WebDriver drives it", async () => {
  await using session = await startWindowsSession();
  const { wine, standIn } = session;
  using project = tempDir();
  cpSync(join(root, "test/fixtures/editor-app"), project.path, { recursive: true });
  const cases = wine.windowsPath(join(root, "test/testing/cases/scripted-cases.ts"));
  writeFileSync(join(project.path, "editor.test.ts"), `import ${JSON.stringify(cases)};\n`);
  await using tool = wine.bun(
    join(root, "src/cli/main.ts"),
    ["test", "--json", "--", wine.lentCalls],
    { cwd: project.path, env: { [environmentVariable]: JSON.stringify(standIn.env) } },
  );
  const { out } = await tool.result();
  expect(JSON.parse(out)).toMatchObject({ exitCode: 0, passed: 13, failures: [] });
});
