// Questions with buttons of the app's own, as alerts of AppKit.

import { describe, expect, test } from "bun:test";
import type { NSAlert } from "../../../harness/objective-c/app-kit/ns-alert.ts";
import type { NSProgressIndicator } from "../../../harness/objective-c/app-kit/ns-progress-indicator.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import type { Choice, ChoiceRequest } from "../../../src/contract/ui/index.ts";
import { choiceDialog } from "../../../src/native/macos/dialogs/choice-dialog.ts";
import {
  onMac,
  openWindow,
  press,
  pressKey,
  shownAlert,
  shownAlerts,
} from "./cases/mac-desktop.ts";

onMac();

const plain: ChoiceRequest = {
  id: 1,
  window: "main",
  title: "Notes",
  text: "Save the changes?",
  detail: "They are lost else.",
  kind: "warning",
  buttons: [
    { text: "Save", isDestructive: false },
    { text: "Don’t Save", isDestructive: true },
    { text: "Cancel", isDestructive: false },
  ],
  defaultButton: 0,
  cancelButton: 2,
  checkbox: null,
};

const escapeKey = "\u{1b}";
const returnKey = "\r";

/** The result of a question, when the user does `act` to its alert. */
async function answer(
  change: Partial<ChoiceRequest>,
  act: (alert: NSAlert) => void,
  isShown = true,
): Promise<Choice> {
  const dialog = choiceDialog(openWindow({ isShown }), { ...plain, ...change });
  const answered = inPool(() => dialog.show());
  act(shownAlert());
  return await answered;
}

const titles = (alert: NSAlert): string[] => alert.buttons.items.map(({ title }) => title);
const key = (pressed: string) => (alert: NSAlert) => void pressKey(alert, pressed);

describe.each([
  ["a sheet", true],
  ["an alert by itself", false],
])("a question that is %s", (_, isShown) => {
  test("has the question in bold, the detail, and the default first, Cancel last", async () => {
    const buttons = [
      plain.buttons[2],
      plain.buttons[1],
      plain.buttons[0],
    ] as ChoiceRequest["buttons"];
    await answer(
      { buttons, cancelButton: 0, defaultButton: 2 },
      (alert) => {
        expect([alert.message, alert.details]).toEqual([plain.text, plain.detail ?? ""]);
        expect(titles(alert)).toEqual(["Save", "Don’t Save", "Cancel"]);
        expect(alert.buttons.items.map(({ keyText }) => keyText)).toEqual([
          returnKey,
          "",
          escapeKey,
        ]);
        expect(alert.buttons.items.map(({ isDestructive }) => isDestructive)).toEqual([
          false,
          true,
          false,
        ]);
        press(alert, 0);
      },
      isShown,
    );
  });

  test("is answered by the place that the app gave the button", async () => {
    const act = (alert: NSAlert): void => press(alert, 1);
    expect(await answer({ defaultButton: 1 }, act, isShown)).toEqual({ button: 0, checked: false });
    expect(await answer({}, act, isShown)).toEqual({ button: 1, checked: false });
  });

  test("gives the cancel button for Escape, and none where there is none", async () => {
    expect(await answer({}, key(escapeKey), isShown)).toEqual({ button: 2, checked: false });
    expect(await answer({ cancelButton: null }, key(escapeKey), isShown)).toEqual({
      button: null,
      checked: false,
    });
  });

  test("takes Return and Escape for one button that is both", async () => {
    const change = { defaultButton: 2 };
    expect((await answer(change, key(escapeKey), isShown)).button).toBe(2);
    expect((await answer(change, key(returnKey), isShown)).button).toBe(2);
  });

  test("gives the state of its checkbox", async () => {
    const checkbox = { text: "Do not ask again", checked: true };
    const given = await answer(
      { checkbox },
      (alert) => {
        const box = alert.suppression.value;
        expect([box?.title, box?.state]).toEqual(["Do not ask again", 1]);
        if (box !== null) box.state = 0;
        press(alert, 0);
      },
      isShown,
    );
    expect(given).toEqual({ button: 0, checked: false });
    expect((await answer({ checkbox }, key(escapeKey), isShown)).checked).toBe(true);
  });

  test("goes when it is closed, without an answer", async () => {
    const dialog = choiceDialog(openWindow({ isShown }), { ...plain, cancelButton: null });
    const answered = inPool(() => dialog.show());
    dialog.close();
    expect(await answered).toEqual({ button: null, checked: false });
    expect(shownAlerts()).toEqual([]);
  });
});

test("a question without a detail has the title in bold, as a message has", async () => {
  await answer({ detail: null }, (alert) => {
    expect([alert.message, alert.details]).toEqual(["Notes", plain.text]);
    press(alert, 0);
  });
});

test("a question with a bar shows how much is done, also after it was answered", async () => {
  const dialog = choiceDialog(openWindow({ isShown: true }), { ...plain, hasProgress: true });
  const answered = inPool(() => dialog.show());
  const bar = shownAlert().accessory.value as NSProgressIndicator;
  inPool(() => dialog.setProgress?.(0.4));
  expect([bar.isIndeterminate, bar.maximum, bar.value]).toEqual([false, 1, 0.4]);
  press(shownAlert(), 0);
  await answered;
  inPool(() => dialog.setProgress?.(0.5));
  expect(bar.value).toBe(0.4);
});
