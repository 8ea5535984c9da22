import { deepEqual, equal, ok } from "node:assert/strict";
import type { ChoiceRequest } from "../../../src/contract/ui/index.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { closeBox, controlsOf, pressKey } from "./desktop.ts";
import { until, type DialogCase, type Shown } from "./dialog-stage.ts";
import { focusOf } from "./message-dialog-cases.ts";

const WM_RETURN = 0x0d;
const BM_CLICK = 0xf5;
/** WM_USER + 8 */
const PBM_GETPOS = 0x408;

const three: ChoiceRequest["buttons"] = [
  { text: "Cancel", isDestructive: false },
  { text: "Save R&D", isDestructive: false },
  { text: "Don't Save", isDestructive: true },
];

const buttonsOf = (dialog: Shown<unknown>, isCheckbox = false) =>
  controlsOf(dialog.window).filter(
    ({ kind, isVisible, text }) =>
      kind === "Button" && isVisible && (text === "Ask && tell") === isCheckbox,
  );
const click = (dialog: Shown<unknown>, text: string): void => {
  const button = controlsOf(dialog.window).find((control) => control.text === text);
  user32.PostMessageW(button?.window ?? 0, BM_CLICK, 0, 0);
};

export const choiceDialogCases: readonly DialogCase[] = [
  {
    name: "a question has its buttons as the app named them, the one for Escape last, and answers by their places",
    async run(stage, owner) {
      for (const [place, text] of ["Cancel", "Save R&&D", "Don't Save"].entries()) {
        const dialog = await stage.show(
          stage.choice(owner, { buttons: three, cancelButton: 0, defaultButton: 1 }),
        );
        deepEqual(
          buttonsOf(dialog).map((button) => button.text),
          ["Save R&&D", "Don't Save", "Cancel"],
        );
        click(dialog, text);
        deepEqual(await dialog.answer, { button: place, checked: false });
      }
    },
  },
  {
    name: "a question shows its detail below its text",
    async run(stage, owner) {
      const dialog = await stage.show(stage.choice(owner, { text: "Save?", detail: "Lost else." }));
      const texts = controlsOf(dialog.window).flatMap(({ kind, text }) =>
        kind === "Static" ? [text] : [],
      );
      ok(texts.includes("Save?") && texts.includes("Lost else."), texts.join());
      dialog.close();
      await dialog.answer;
    },
  },
  {
    name: "a question with a bar shows how much is done",
    async run(stage, owner) {
      const question = stage.choice(owner, { hasProgress: true });
      const dialog = await stage.show(question);
      const bar = controlsOf(dialog.window).find(({ kind }) => kind === "msctls_progress32");
      const position = (): number => user32.SendMessageW(bar?.window ?? 0, PBM_GETPOS, 0, 0);
      for (const done of [0.25, 1]) {
        question.setProgress?.(done);
        await until("the bar to move", () => position() === done * 100);
      }
      dialog.close();
      await dialog.answer;
    },
  },
  {
    name: "Return presses the default button of a question",
    async run(stage, owner) {
      const dialog = await stage.show(stage.choice(owner, { buttons: three, defaultButton: 2 }));
      const focused = await until("the focus", () => focusOf(dialog.window) || undefined);
      pressKey(focused, WM_RETURN);
      equal((await dialog.answer).button, 2);
    },
  },
  {
    name: "the close box of a question is no button",
    async run(stage, owner) {
      for (const cancelButton of [null, 0]) {
        const dialog = await stage.show(stage.choice(owner, { buttons: three, cancelButton }));
        closeBox(dialog.window);
        deepEqual(await dialog.answer, { button: null, checked: false });
      }
    },
  },
  {
    name: "the checkbox of a question has its text, and its state comes back",
    async run(stage, owner) {
      for (const checked of [false, true]) {
        const checkbox = { text: "Ask & tell", checked };
        const left = await stage.show(stage.choice(owner, { checkbox }));
        equal(buttonsOf(left, true).length, 1);
        closeBox(left.window);
        deepEqual(await left.answer, { button: null, checked });
        const changed = await stage.show(stage.choice(owner, { checkbox }));
        click(changed, "Ask && tell");
        click(changed, "B");
        deepEqual(await changed.answer, { button: 1, checked: !checked });
      }
    },
  },
  {
    name: "a question is closed from outside, whatever its buttons",
    async run(stage, owner) {
      const dialog = await stage.show(stage.choice(owner, {}));
      dialog.close();
      deepEqual(await dialog.answer, { button: null, checked: false });
    },
  },
];
