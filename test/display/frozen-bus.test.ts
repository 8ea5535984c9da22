// A session bus that is stopped, as under a debugger or on a machine that swaps.

import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { AppLine } from "../support/app/app-line.ts";
import { devCommand, onDisplay, shareSession, writeProject } from "../support/app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const shared = shareSession();

/** The process of the session's bus. */
function busProcess(): number {
  const config = `${shared.session.folder}/bus.conf`;
  const found = readdirSync("/proc").find((name) => {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return /^\d+$/.test(name) && line.startsWith("dbus-daemon") && line.includes(config);
    } catch {
      return false; // it has ended, or is none
    }
  });
  if (found === undefined) throw new Error(`Cannot find the bus of ${config}`);
  return Number(found);
}

onDisplay(
  "an app starts while the session bus is stopped, and says what it does without",
  async () => {
    using project = writeProject();
    using folder = tempDir();
    await using line = await AppLine.open(`${folder.path}/line`);
    const bus = busProcess();
    process.kill(bus, "SIGSTOP");
    try {
      await using running = shared.session.start(devCommand, {
        cwd: project.path,
        env: { FRAMEWORK_TEST_SOCKET: line.address },
      });
      await running.line("the session bus did not answer within 2 s: the app goes on without it");
      await line.pagesOf(["main"], running);
      expect(await line.ask({ window: "main", code: "return 1 + 1;", args: [] })).toBe(2);
    } finally {
      process.kill(bus, "SIGCONT");
    }
  },
);
