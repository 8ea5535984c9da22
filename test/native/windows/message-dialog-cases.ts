import { deepEqual, equal, ok } from "node:assert/strict";
import type { ButtonLabel, MessageRequest } from "../../../src/contract/ui/index.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import {
  boxOver,
  closeBox,
  controlsOf,
  desktop,
  openWindow,
  ownerOf,
  press,
  pressKey,
  textOf,
  type Control,
} from "./desktop.ts";
import { pause, until, type DialogCase, type Shown } from "./dialog-stage.ts";

const TDM_CLICK_BUTTON = 0x466;
const WM_ENTER = 0x0d;

const click = (dialog: Shown<unknown>, button: number): void =>
  void user32.PostMessageW(dialog.window, TDM_CLICK_BUTTON, button, 0);
const visible = (dialog: Shown<unknown>, kind: string): Control[] =>
  controlsOf(dialog.window).filter((control) => control.kind === kind && control.isVisible);
const labels = (dialog: Shown<unknown>): string[] =>
  visible(dialog, "Button").map(({ text }) => text);
const pair: readonly ButtonLabel[] = [{ stock: "yes" }, { stock: "no" }];

export const messageDialogCases: readonly DialogCase[] = [
  {
    name: "a message box shows title, text and the system's own words, and answers with the button's index",
    async run(stage, owner) {
      for (const [buttons, words] of [
        [[{ stock: "ok" }], ["OK"]],
        [
          [{ stock: "ok" }, { stock: "cancel" }],
          ["OK", "Cancel"],
        ],
        [
          [{ stock: "yes" }, { stock: "no" }],
          ["&Yes", "&No"],
        ],
      ] as const) {
        for (const index of buttons.keys()) {
          const dialog = await stage.show(
            stage.message(owner, { buttons, text: "Ü 日本 😀\nsecond line" }),
          );
          deepEqual(labels(dialog), words);
          ok(visible(dialog, "Static").some(({ text }) => text === "Ü 日本 😀\nsecond line"));
          click(dialog, visible(dialog, "Button")[index]?.number ?? 0);
          equal(await dialog.answer, index);
        }
      }
    },
  },
  {
    name: "an app's own words stand on the buttons as they are",
    async run(stage, owner) {
      const buttons = [{ text: "Save R&D" }, { text: "&Throw away" }, { text: "日本" }];
      for (const index of buttons.keys()) {
        const dialog = await stage.show(stage.message(owner, { buttons }));
        deepEqual(labels(dialog), ["Save R&&D", "&&Throw away", "日本"]);
        click(dialog, visible(dialog, "Button")[index]?.number ?? 0);
        equal(await dialog.answer, index);
      }
      const mixed = await stage.show(
        stage.message(owner, { buttons: [{ stock: "yes" }, { text: "Later" }] }),
      );
      deepEqual(labels(mixed).toSorted(), ["&Yes", "Later"]);
      closeBox(mixed.window);
      equal(await mixed.answer, 1);
    },
  },
  {
    name: "buttons stand beside each other, as those of version 6 of the common controls do",
    async run(stage, owner) {
      const dialog = await stage.show(
        stage.message(owner, { buttons: [{ text: "One" }, { text: "Two" }] }),
      );
      const [first, second] = visible(dialog, "Button").map(({ window }) => topOf(window));
      equal(first, second);
      dialog.close();
      await dialog.answer;
    },
  },
  {
    name: "the first button is the default, whatever its words",
    async run(stage, owner) {
      for (const buttons of [pair, [{ text: "Go" }, { text: "Stay" }]] as const) {
        const dialog = await stage.show(stage.message(owner, { buttons }));
        const focused = await until("the focus", () => focusOf(dialog.window) || undefined);
        equal(focused, visible(dialog, "Button")[0]?.window);
        pressKey(focused, WM_ENTER);
        equal(await dialog.answer, 0);
      }
    },
  },
  {
    // For Windows this is what Escape means, too, in a dialog that says it can be cancelled;
    // without its flag, neither closes it.
    name: "the close box is the last button",
    async run(stage, owner) {
      const all: MessageRequest["buttons"][] = [
        [{ stock: "ok" }],
        pair,
        [{ text: "Go" }, { text: "Stay" }],
        [{ text: "1" }, { text: "2" }, { text: "3" }],
      ];
      for (const buttons of all) {
        const closed = await stage.show(stage.message(owner, { buttons }));
        closeBox(closed.window);
        equal(await closed.answer, buttons.length - 1);
      }
    },
  },
  {
    name: "a window is blocked while its message is open, and in front again afterwards",
    async run(stage, owner) {
      desktop.SetForegroundWindow(owner);
      const dialog = await stage.show(stage.message(owner));
      equal(ownerOf(dialog.window), owner);
      await until("the dialog in front", () => desktop.GetForegroundWindow() === dialog.window);
      equal(desktop.IsWindowEnabled(owner), 0);
      click(dialog, 6);
      equal(await dialog.answer, 0);
      equal(desktop.IsWindowEnabled(owner), 1);
      await until("the window in front", () => desktop.GetForegroundWindow() === owner);
    },
  },
  {
    name: "dialogs of two windows are answered in any order, while the loop goes on",
    async run(stage, owner) {
      const other = openWindow("other");
      const first = await stage.show(stage.message(owner));
      const second = await stage.show(stage.file(other));
      let turns = 0;
      await pause(300).then(() => turns++);
      for (; turns < 20; turns++) await pause(1);
      deepEqual([owner, other].map(desktop.IsWindowEnabled), [0, 0]);
      click(first, 6);
      equal(await first.answer, 0);
      deepEqual([owner, other].map(desktop.IsWindowEnabled), [1, 0]);
      const third = await stage.show(stage.message(owner));
      press(second.window, 2);
      deepEqual(await second.answer, []);
      click(third, 7);
      equal(await third.answer, 1);
      user32.DestroyWindow(other);
    },
  },
  {
    name: "a long text is cut where no screen could show it",
    async run(stage, owner) {
      const text = Array.from({ length: 2000 }, (_, line) => `line ${line}`).join("\n");
      const dialog = stage.message(owner, { text, title: "t".repeat(5000) });
      const answer = dialog.show();
      const window = await until("the dialog", () => boxOver(owner));
      equal(textOf(window).length, 1001);
      const shown = controlsOf(window).find(
        (control) => control.kind === "Static" && control.text !== "",
      );
      ok(shown !== undefined && /^line 0\nline 1\n[^]*…$/.test(shown.text));
      // The buttons are on the screen, which is 1024 pixels high.
      const button = controlsOf(window).find(({ kind }) => kind === "Button");
      ok(topOf(button?.window ?? 0) < 1000, `${topOf(button?.window ?? 0)}`);
      dialog.close();
      equal(await answer, 1);
    },
  },
];

function topOf(window: number): number {
  const rect = new Int32Array(new ArrayBuffer(16));
  desktop.GetWindowRect(window, rect);
  return rect[1] ?? 0;
}

/** The control with the focus in the thread of a window; 0: none. */
export function focusOf(window: number): number {
  const info = new DataView(new ArrayBuffer(72));
  info.setUint32(0, 72, true);
  const thread = desktop.GetWindowThreadProcessId(window, null);
  desktop.GetGUIThreadInfo(thread, new Uint8Array(info.buffer));
  // GUITHREADINFO: cbSize, flags, hwndActive, hwndFocus, …
  return Number(info.getBigInt64(16, true));
}
