import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { root } from "../support/app/display-app.ts";

const program = `
import { rmdirSync } from "node:fs";
import { thisHost } from ${JSON.stringify(join(root, "src/app/process/host.ts"))};
import { startAgain } from ${JSON.stringify(join(root, "src/app/process/launch.ts"))};
const [executable, isDeleted] = process.argv.slice(-2);
if (isDeleted === "true") rmdirSync(process.cwd());
await startAgain({ system: "linux", executable, arguments: ["one"] }, thisHost("linux"));
`;

for (const isDeleted of [false, true]) {
  test.skipIf(process.platform !== "linux")(
    `an app that starts itself again finds a working folder (its own was deleted: ${isDeleted})`,
    async () => {
      using folder = tempDir();
      const [app, output, cwd] = ["app", "said", "cwd"].map((name) => join(folder.path, name)) as [
        string,
        string,
        string,
      ];
      mkdirSync(cwd);
      writeFileSync(
        app,
        `#!/bin/sh\nexec 2>/dev/null; echo "$(/bin/pwd) $1" > "${output}.part" && mv "${output}.part" "${output}"\n`,
      );
      chmodSync(app, 0o755);
      const child = Bun.spawn([process.execPath, "-e", program, "--", app, String(isDeleted)], {
        cwd,
      });
      expect(await child.exited).toBe(0);
      const text = await waitFor("the app", () => {
        try {
          return readFileSync(output, "utf8");
        } catch {
          return null;
        }
      });
      expect(text).toBe(`${isDeleted ? "/" : cwd} one\n`);
    },
  );
}
