// The behaviour of an app when the X server or the compositor ends under it, as at the end of a
// user's session.

import { test } from "bun:test";
import { join } from "node:path";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { commandLine, processesWithVariable, processTree } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";
import { missingWaylandPrograms, startWaylandSession } from "../../harness/wayland.ts";
import { root, startDisplayApp } from "../support/app/display-app.ts";
import { allGone } from "./process-stories.ts";

const systems = [
  { program: "Xvfb", start: () => startSession(), missing: missingPrograms() },
  {
    program: "weston",
    start: () => startWaylandSession("weston"),
    missing: missingWaylandPrograms("weston"),
  },
] as const;

for (const { program, start, missing } of systems) {
  if (missing.length > 0)
    console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);
  test.skipIf(missing.length > 0)(
    `an app whose ${program} ends runs its exit hooks, and ends what it has started`,
    async () => {
      await using session = await start();
      const fixture = JSON.stringify(join(root, "test/fixtures/display-app/main.ts"));
      const own = JSON.stringify(join(root, "src/app/index.ts"));
      await using app = await startDisplayApp(session, {
        config: {
          framework: {
            allowlist: {
              shell: { execute: true, scope: [{ name: "sleep", cmd: "sleep", args: ["1000"] }] },
            },
          },
        },
        files: {
          "src-framework/main.ts": `import fixture from ${fixture}; import { defineApp } from ${own};
            export default defineApp({
              ...fixture,
              async setup(app) {
                await fixture.setup?.(app);
                app.onExit(async () => {
                  const reason = await app.windows.get("main").setTitle("ending").catch(String);
                  console.log("the hook has run: " + reason);
                });
              },
            });`,
        },
      });
      await app.page().run(`await new __FRAMEWORK__.shell.Command("sleep", ["1000"]).spawn();`);
      // Linux lets a program that starts another one go on before the other has a command line.
      const tree = await waitFor("what the app has started", () => {
        const all = processTree(app.pid);
        return all.filter((pid) => commandLine(pid).endsWith("sleep 1000")).length === 1
          ? all
          : null;
      });
      for (const pid of processesWithVariable("FRAMEWORK_TEST_SESSION", session.folder))
        if (commandLine(pid).split(" ")[0] === program) process.kill(pid, "SIGKILL");
      await app.running.line("the hook has run: The display has gone");
      await allGone(tree);
    },
  );
}
