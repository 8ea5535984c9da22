import { afterAll, beforeAll, expect } from "bun:test";
import { join } from "node:path";
import { openAccessibility } from "../../harness/accessibility.ts";
import { missingPrograms } from "../../harness/display.ts";
import {
  startMockNotifications,
  type MockNotifications,
} from "../../harness/mock-notifications.ts";
import { waitFor } from "../../harness/wait.ts";
import { devCommand, onDisplay, root, shareSession } from "../support/app/display-app.ts";
import { ExampleApp } from "../support/app/example-app.ts";
import { everyApiStories } from "./every-api-stories.ts";

const shared = shareSession({ size: { width: 1280, height: 900 } });
let notifications: MockNotifications;
let example: ExampleApp;

async function start(): Promise<ExampleApp> {
  await using held = new AsyncDisposableStack();
  const { session } = shared;
  notifications = held.use(await startMockNotifications(session));
  const running = held.use(session.start(devCommand, { cwd: join(root, "examples/every-api") }));
  const accessibility = held.use(await openAccessibility(session));
  const tree = await waitFor(
    "the example",
    async () => {
      if (!running.isRunning) throw new Error("The example ended before its window was there");
      for (const node of await accessibility.applications()) {
        if ((await node.name()) === "org.example.every-api") return node;
      }
      return null;
    },
    { state: () => running.report() },
  );
  await tree.find({ role: "link", name: "window" });
  return new ExampleApp(session, running, { title: "Every API", tree }, held.move());
}

if (missingPrograms().length === 0) {
  beforeAll(async () => {
    example = await start();
  });
  afterAll(async () => example[Symbol.asyncDispose]());
}

everyApiStories(
  {
    get example() {
      return example;
    },
  },
  onDisplay,
  {
    answers: {
      os: { platform: '"linux"', type: '"Linux"', arch: /^"(x86_64|aarch64)"$/, tempdir: /^"\// },
      path: {
        homeDir: /^"\//,
        appDataDir: /org\.example\.every-api\/"$/,
        join: '"/a.txt"',
        normalize: '"/a/b/c"',
      },
      shell: { execute: /"stdout":"Hello from echo\\n"/ },
    },
    async sayYes({ tree }) {
      const dialog = await tree.find({ role: "alert" });
      await (await dialog.find({ role: "push button", name: "Yes" })).press();
    },
    async notified() {
      expect(await notifications.notification(0)).toMatchObject({
        title: "Backup",
        body: "All files are safe",
      });
    },
  },
);
