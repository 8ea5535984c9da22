// The remains of an app that is killed: it has no time to end anything itself.

import { expect } from "bun:test";
import {
  onDisplay,
  shareSession,
  startDisplayApp,
  buildApp,
  startBuiltApp,
} from "../support/app/display-app.ts";
import { commandLine, processTree } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";
import { allGone } from "./process-stories.ts";

const shared = shareSession();
const options = {
  config: {
    framework: {
      allowlist: { shell: { execute: true, scope: [{ name: "sh", cmd: "sh", args: true }] } },
    },
  },
} as const;

const spawn = `await new __FRAMEWORK__.shell.Command("sh", ["-c", args[0]]).spawn();`;

for (const kind of ["in development", "as an executable"] as const) {
  onDisplay(
    `${kind}: the programs of pages end with an app that is killed, and what these started`,
    async () => {
      using built = kind === "as an executable" ? await buildApp(options) : null;
      await using app =
        built === null
          ? await startDisplayApp(shared.session, options)
          : await startBuiltApp(shared.session, built.executable, {
              ...options,
              folder: built.folder,
            });
      // One has ended before: its number is another's some day.
      const ended = `return (await new __FRAMEWORK__.shell.Command("sh", ["-c", "exit 3"]).execute()).code;`;
      expect(await app.page().run(ended)).toBe(3);
      await app.page().run(spawn, "sleep 1000 & trap '' HUP TERM; exec sleep 1001");
      await app.page().run(spawn, "sleep 1002 | sleep 1003");
      const tree = await waitFor("what the app has started", () => {
        const all = processTree(app.pid);
        const sleeping = all.filter((pid) => / ?sleep 100\d$/.test(commandLine(pid)));
        return sleeping.length >= 4 ? all : null;
      });
      process.kill(app.pid, "SIGKILL");
      await allGone(tree);
    },
  );
}
