// Tests of an app by its author, and `framework driver`, as on macOS: the app is over the stand-in
// for Apple's runtime.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "../../harness/running-app.ts";
import { root } from "../support/app/display-app.ts";
import { missingForMac, prepareMacProject, startMacSession } from "../support/macos/mac-app.ts";
import { copyProject } from "../support/project-copy.ts";
import { environmentVariable } from "../testing/cases/environment.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

test.skipIf(missingForMac !== null)(
  "tests of an app pass as on macOS, and a client of WebDriver drives it",
  async () => {
    await using mac = await startMacSession();
    using project = copyProject("test/fixtures/editor-app");
    const cases = join(root, "test/testing/cases/scripted-cases.ts");
    writeFileSync(join(project.path, "editor.test.ts"), `import ${JSON.stringify(cases)};\n`);
    const made = { project: project.path, page: join(project.path, "page") };
    const desktop = await prepareMacProject(mac, made);
    const memory = await prepareMacProject(mac, made, { isInMemory: true });
    const preload = `--preload=${join(root, "test/support/macos/as-on-a-mac.ts")}`;
    await using tests = startProgram([process.execPath, preload, "test", "--timeout=60000"], {
      cwd: project.path,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: mac.session.home,
        FRAMEWORK_TEST_PREPARED: JSON.stringify({
          project: project.path,
          apps: { desktop: desktop.app, memory: memory.app },
        }),
        [environmentVariable]: JSON.stringify(desktop.env),
      },
    });
    await tests.endWith(0);
    expect(tests.report()).toContain(" 13 pass\n");
  },
);
