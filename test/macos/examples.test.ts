// The example of every module as a whole app for macOS, over the stand-in for Apple's runtime.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openAccessibility } from "../../harness/accessibility.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { everyApiStories } from "../display/every-api-stories.ts";
import { root } from "../support/app/display-app.ts";
import { missingForMac, startMacProject, startMacSession } from "../support/macos/mac-app.ts";
import { MacExample } from "../support/macos/mac-example.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

const held = new AsyncDisposableStack();
let example: MacExample;

/** Starts an example of ours, with its page built. */
async function startExample(name: string, title: string): Promise<MacExample> {
  const project = join(root, "examples", name);
  const page = held.use(tempDir()).path;
  const bundle = [process.execPath, "build", "page/index.html", "--outdir", page];
  await using built = startProgram(bundle, {
    cwd: project,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  await built.endWith(0);
  const mac = held.use(await startMacSession());
  const running = held.use(await startMacProject(mac, { project, page }));
  const accessibility = held.use(await openAccessibility(mac.session));
  const tree = await waitFor(
    `the page of ${name}`,
    async () => {
      if (!running.isRunning) throw new Error(`The example ended\n${running.report()}`);
      for (const node of await accessibility.applications())
        if ((await node.findAll({ role: "push button", name: /^Show|^Run/ })).length > 0)
          return node;
      return null;
    },
    { state: () => running.report() },
  );
  return new MacExample(mac.session, running, { title, tree }, new AsyncDisposableStack());
}

if (missingForMac === null) {
  beforeAll(async () => {
    example = await startExample("every-api", "Every API");
  });
  afterAll(() => held.disposeAsync());
}

describe.skipIf(missingForMac !== null)("macOS", () => {
  const shared = {
    get example() {
      return example;
    },
  };
  everyApiStories(shared, test, {
    answers: {
      os: { platform: '"darwin"', type: '"Darwin"', arch: /^"(x86_64|aarch64)"$/, tempdir: /^"\// },
      path: {
        homeDir: /^"\//,
        appDataDir: /org\.example\.every-api\/"$/,
        join: '"/a.txt"',
        normalize: '"/a/b/c"',
      },
      shell: { execute: /"stdout":"Hello from echo\\n"/ },
    },
    async sayYes() {
      const { title } = await example.user.waitForDialog();
      await example.user.does({ do: "answer", title, agrees: true });
    },
    async notified() {
      await waitFor("the notification", async () =>
        Bun.deepEquals(await example.user.does({ do: "notifications" }), [
          { title: "Backup", text: "All files are safe" },
        ]),
      );
      expect((await example.user.report()).wrong).toEqual([]);
    },
  });
});
