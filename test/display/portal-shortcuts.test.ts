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

onDisplay(
  "each shortcut is asked for in its own words, and heard until it is given back",
  async () => {
    await using portal = await startMockShortcutPortal(shared.session);
    await using program = start("CmdOrCtrl+Shift+X", "Super+Plus");
    await program.line("registered CmdOrCtrl+Shift+X");
    await program.line("registered Super+Plus");
    const [first, second] = [await portal.shortcut(0), await portal.shortcut(1)];
    expect([first.wanted, second.wanted]).toEqual([
      [["shortcut", { description: "CmdOrCtrl+Shift+X", preferred_trigger: "CTRL+SHIFT+x" }]],
      [["shortcut", { description: "Super+Plus", preferred_trigger: "LOGO+plus" }]],
    ]);
    expect(first.session).not.toBe(second.session);
    portal.press(second);
    await program.line("pressed Super+Plus");
    portal.press(first);
    portal.press(first);
    await waitFor("the end of the first", () => portal.closed.length === 1);
    portal.press(first);
    portal.press(second);
    await waitFor("the end of the second", () => portal.closed.length === 2);
    expect(portal.closed).toEqual([first.session, second.session]);
    expect(
      program.output.map(({ text }) => text).filter((text) => text.startsWith("pressed")),
    ).toEqual([
      "pressed Super+Plus",
      "pressed CmdOrCtrl+Shift+X",
      "pressed CmdOrCtrl+Shift+X",
      "pressed Super+Plus",
    ]);
  },
);

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
