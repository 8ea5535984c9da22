// The examples, built for Windows on Linux, and used under Wine.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAccessibility } from "../../harness/accessibility.ts";
import { waitFor } from "../../harness/wait.ts";
import type { Session } from "../../harness/display.ts";
import { missingWine } from "../../harness/wine.ts";
import { press, saveScreenshot, windowTitled, windows } from "../../harness/x.ts";
import { everyApiStories } from "../display/every-api-stories.ts";
import { root } from "../support/app/display-app.ts";
import { ExampleApp } from "../support/app/example-app.ts";
import { copyProject } from "../support/project-copy.ts";
import {
  buildForWindows,
  startWindowsSession,
  type WindowsSession,
} from "../support/windows/windows-app.ts";

const missing = missingWine() !== null;
const pictures = join(root, "build/wine");
mkdirSync(pictures, { recursive: true });

/** Its page is looked at where it is shown in truth: in the program that stands behind WebView2. */
async function startExample(
  { wine, standIn }: WindowsSession,
  { name, title }: { readonly name: string; readonly title: string },
): Promise<ExampleApp> {
  await using held = new AsyncDisposableStack();
  using examples = copyProject("examples");
  const built = held.use(
    await buildForWindows(join(examples.path, name), `${title.replace(" ", "-")}.exe`),
  );
  const running = held.use(wine.start([built.executable], { env: standIn.env, cwd: built.folder }));
  const accessibility = held.use(await openAccessibility(wine.session));
  const tree = await waitFor(
    `the page of ${name}`,
    async () => {
      if (!running.isRunning) throw new Error(`The example ended\n${running.report()}`);
      for (const node of await accessibility.applications()) {
        if ((await node.findAll({ role: "push button", name: /^Show|^Run/ })).length > 0)
          return node;
      }
      return null;
    },
    { state: () => running.report() },
  );
  return new ExampleApp(wine.session, running, { title, tree }, held.move());
}

/** Waits for the dialog that is open, presses a key in it, and waits until it has gone. */
async function answerDialog(session: Session, picture: string, key: string): Promise<void> {
  const dialogs = async () =>
    (await windows(session)).filter(({ type, isMapped }) => type === "DIALOG" && isMapped);
  const dialog = await waitFor("a dialog", async () => (await dialogs())[0], {
    state: async () => JSON.stringify(await windows(session)),
  });
  saveScreenshot(session, join(pictures, `${picture}.png`));
  await press(session, dialog.id, key);
  await waitFor("the end of the dialog", async () => (await dialogs()).length === 0);
}

describe.skipIf(missing)("the example of dialogs", () => {
  let held: AsyncDisposableStack;
  let session: WindowsSession;
  let example: ExampleApp;

  beforeAll(async () => {
    held = new AsyncDisposableStack();
    session = held.use(await startWindowsSession());
    example = held.use(await startExample(session, { name: "dialogs", title: "Dialogs" }));
  });
  afterAll(async () => held?.disposeAsync());

  const notes = String.raw`C:\users\Public\notes.txt`;
  const copy = String.raw`C:\users\Public\copy.txt`;
  for (const [card, fields, key, expected] of [
    ["message", {}, "Return", "done"],
    ["ask", { "ask: Title": "Notes" }, "Return", "true"],
    // Escape does the same on Windows. Wine 8 lets that key close a dialog only by a button of the
    // number of "Cancel", and there is none; what keys of the close box do depends, as on Windows,
    // on the dialog's flag alone.
    ["ask", {}, "alt+F4", "false"],
    ["confirm", {}, "Escape", "false"],
    ["open", { "open: Start at": notes }, "Return", JSON.stringify(notes)],
    ["save", { "save: Start at": copy }, "Return", JSON.stringify(copy)],
  ] as const) {
    test(`"${card}" shows a dialog, and says what ${key} answers`, async () => {
      const { wine } = session;
      writeFileSync(wine.linuxPath(notes), "Bread, milk\n");
      for (const [field, text] of Object.entries(fields)) await example.fill(field, text);
      const earlier = (await example.answers(`${card}(`)).length;
      await example.press(`Show ${card}`);
      await answerDialog(wine.session, `dialogs-${card}`, key);
      expect(await example.answer(`${card}(`, earlier)).toBe(expected);
    });
  }
});

describe.skipIf(missing)("the example of every module", () => {
  let held: AsyncDisposableStack;
  let session: WindowsSession;
  let example: ExampleApp;

  beforeAll(async () => {
    held = new AsyncDisposableStack();
    session = held.use(await startWindowsSession({ size: { width: 1280, height: 900 } }));
    example = held.use(await startExample(session, { name: "every-api", title: "Every API" }));
  });
  afterAll(async () => held?.disposeAsync());

  everyApiStories(
    {
      get example() {
        return example;
      },
    },
    test,
    {
      answers: {
        os: {
          platform: '"win32"',
          type: '"Windows_NT"',
          arch: '"x86_64"',
          tempdir: /^"[A-Z]:\\\\/,
        },
        path: {
          homeDir: /^"C:\\\\users\\\\/,
          appDataDir: /org\.example\.every-api\\\\"$/,
          join: /^".*a\.txt"$/,
          normalize: /^".*c"$/,
        },
        shell: { execute: /"stdout":".*Hello from echo.*\\r\\n"/ },
      },
      sayYes: () => answerDialog(session.wine.session, "every-api-ask", "Return"),
      async notified() {
        // It stands beside an icon, which is the app's first.
        await waitFor("its icon", async () =>
          (await windows(session.wine.session)).some(
            ({ title, isMapped }) => title === "Wine System Tray" && isMapped,
          ),
        );
      },
      shown: ({ session: display }, module) =>
        saveScreenshot(display, join(pictures, `every-api-${module}.png`)),
    },
  );
});

test.skipIf(missing)(
  "at 150 % the page has the size in its own pixels, and the window in those of the screen",
  async () => {
    await using session = await startWindowsSession({
      scale: 1.5,
      size: { width: 1700, height: 1200 },
    });
    await using example = await startExample(session, { name: "dialogs", title: "Dialogs" });
    const { session: display } = session.wine;
    const { area } = await windowTitled(display, "Dialogs");
    expect({ width: area.width, height: area.height }).toEqual({ width: 1500, height: 1080 });
    const page = await example.tree.find({ role: "document web" });
    const { width, height } = await page.area();
    saveScreenshot(display, join(pictures, "dialogs-150.png"));
    expect({ width, height }).toEqual({ width: 1500, height: 1080 });
  },
);
