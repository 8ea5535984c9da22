// Key combinations from the desktop's portal, which the test plays.

import { expect } from "bun:test";
import { join } from "node:path";
import { onDisplay, root, shareSession } from "../support/app/display-app.ts";
import { startMockShortcutPortal } from "../../harness/mock-shortcut-portal.ts";
import type { RunningApp } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession({ windowManager: false });

const start = (...texts: readonly string[]): RunningApp =>
  shared.session.start([
    process.execPath,
    join(root, "test/fixtures/portal-shortcuts-program.ts"),
    ...texts,
  ]);

type Wanted = readonly [string, Record<string, unknown>];

const x: Wanted = [
  "CTRL+SHIFT+x",
  { description: "CmdOrCtrl+Shift+X", preferred_trigger: "CTRL+SHIFT+x" },
];
const plus: Wanted = ["LOGO+plus", { description: "Super+Plus", preferred_trigger: "LOGO+plus" }];

onDisplay("each shortcut has a name of its own, and one session has all of them", async () => {
  await using portal = await startMockShortcutPortal(shared.session);
  await using program = start("CmdOrCtrl+Shift+X", "Super+Plus");
  await program.line("registered CmdOrCtrl+Shift+X");
  await program.line("registered Super+Plus");
  const [first, both] = [await portal.shortcut(0), await portal.shortcut(1)];
  expect([first.wanted, both.wanted]).toEqual([[x], [x, plus]]);
  expect(portal.closed).toEqual([first.session]);
  portal.press(both, "LOGO+plus");
  await program.line("pressed Super+Plus");
  portal.press(first, "CTRL+SHIFT+x");
  portal.press(both, "CTRL+SHIFT+x");
  portal.press(both, "CTRL+SHIFT+x");
  const left = await portal.shortcut(2);
  expect(left.wanted).toEqual([plus]);
  expect(portal.closed).toEqual([first.session, both.session]);
  portal.press(left, "CTRL+SHIFT+x");
  portal.press(left, "LOGO+plus");
  await waitFor("the end of the last", () => portal.closed.length === 3);
  expect(
    program.output.map(({ text }) => text).filter((text) => text.startsWith("pressed")),
  ).toEqual([
    "pressed Super+Plus",
    "pressed CmdOrCtrl+Shift+X",
    "pressed CmdOrCtrl+Shift+X",
    "pressed Super+Plus",
  ]);
});

onDisplay("shortcuts that are registered together are asked for together", async () => {
  await using portal = await startMockShortcutPortal(shared.session);
  await using program = start("--together", "CmdOrCtrl+Shift+X", "Super+Plus");
  await program.line("registered Super+Plus");
  expect((await portal.shortcut(0)).wanted).toEqual([x, plus]);
  expect([portal.bound.length, portal.closed]).toEqual([1, []]);
});

onDisplay(
  "a shortcut that the user refuses is rejected by name, and leaves no session",
  async () => {
    await using portal = await startMockShortcutPortal(shared.session);
    portal.answers.push("refuse", "give nothing");
    await using program = start("F1", "F2", "F3");
    await program.line('unavailable: Cannot register the shortcut "F1": the user did not allow it');
    await program.line(
      'unavailable: Cannot register the shortcut "F2": the desktop did not give it',
    );
    await program.line("registered F3");
    expect(portal.closed).toEqual([
      (await portal.shortcut(0)).session,
      (await portal.shortcut(1)).session,
    ]);
  },
);

onDisplay("a refused shortcut takes no other one with it", async () => {
  await using portal = await startMockShortcutPortal(shared.session);
  portal.answers.push("give", "refuse");
  await using program = start("CmdOrCtrl+Shift+X", "F2");
  await program.line("registered CmdOrCtrl+Shift+X");
  await program.line('unavailable: Cannot register the shortcut "F2": the user did not allow it');
  const again = await portal.shortcut(2);
  expect(again.wanted).toEqual([x]);
  portal.press(again, "CTRL+SHIFT+x");
  await program.line("pressed CmdOrCtrl+Shift+X");
});

onDisplay("a portal that was started anew gives the shortcuts again", async () => {
  const first = await startMockShortcutPortal(shared.session);
  await using program = start("CmdOrCtrl+Shift+X");
  await program.line("registered CmdOrCtrl+Shift+X");
  await first[Symbol.asyncDispose]();
  await using portal = await startMockShortcutPortal(shared.session);
  const again = await portal.shortcut(0);
  expect(again.wanted).toEqual([x]);
  portal.press(again, "CTRL+SHIFT+x");
  await program.line("pressed CmdOrCtrl+Shift+X");
});

onDisplay("a portal that goes away while the user is asked has refused", async () => {
  const portal = await startMockShortcutPortal(shared.session);
  portal.answers.push("never");
  await using program = start("F1");
  await portal.shortcut(0);
  await portal[Symbol.asyncDispose]();
  await program.line(
    `unavailable: Cannot register the shortcut "F1": the desktop's portal went away`,
  );
});

onDisplay("without a portal there are no shortcuts", async () => {
  await using program = start("F1");
  await program.line(
    /^unavailable: Cannot register the shortcut "F1": .*org\.freedesktop\.portal\.Desktop/,
  );
});
