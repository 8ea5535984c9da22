import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { install } from "../cli/installed-framework.ts";
import { runTool } from "../cli/tool.ts";

const missing = missingPrograms();

// Special characters that names of folders may hold, all in one: fragments and escapes of
// addresses, patterns, characters that shells read. Characters that Bun cannot have in the path of
// a module are refused: see test/cli/refusals.test.ts.
const name =
  "a #1 50% %2F %zz [b] {c,d} (e) !f *g ~h 'i' \"j\" `k` $HOME;l&m|n <o> @p \u00fc\u{1f600}\tq\nr";

test.skipIf(missing.length > 0)(
  "a project in a folder whose name holds all signs is run and built",
  async () => {
    using dir = tempDir({
      [`${name}/page/index.html`]: "<!doctype html>",
      [`${name}/src-framework/data/a.txt`]: "found",
      [`${name}/src-framework/framework.conf.json`]: JSON.stringify({
        package: { productName: "A", version: "1.0.0" },
        build: { devPath: "../page", distDir: "../page" },
        framework: { bundle: { identifier: "org.example.a", resources: ["data"] } },
      }),
      [`${name}/src-framework/word.ts`]: 'export const word = "heard";',
      [`${name}/src-framework/main.ts`]: `import { readFileSync, writeFileSync } from "node:fs";
      import { join } from "node:path";
      import { defineApp } from "framework/app";
      import { word } from "./word.ts";
      export default defineApp({
        setup(app) {
          const resource = readFileSync(join(app.paths.folder("RESOURCE") ?? "", "data/a.txt"), "utf8");
          writeFileSync(process.env["SAID"] ?? "", \`\${word} \${resource}\`);
          process.exit(0);
        },
      });`,
    });
    const folder = join(dir.path, name);
    install(folder);
    await using session = await startSession();
    const output = join(dir.path, "said");
    const runs = async (command: readonly string[]): Promise<void> => {
      rmSync(output, { force: true });
      await using program = session.start(command, { cwd: folder, env: { SAID: output } });
      await waitFor(
        "the word",
        () => existsSync(output) && readFileSync(output, "utf8") === "heard found",
        {
          state: () => program.report(),
        },
      );
      expect((await program.exited).code).toBe(0);
    };
    for (const command of ["config", "audit", "build"]) {
      const { code, err } = await runTool(folder, [command]);
      expect([command, code, code === 0 ? "" : err]).toEqual([command, 0, ""]);
    }
    await runs([join(folder, "src-framework/target/release/A")]);
    const tool = join(folder, "node_modules/framework/src/cli/main.ts");
    await runs([process.execPath, "--no-env-file", "--no-install", tool, "dev"]);
  },
);
