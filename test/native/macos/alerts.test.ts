import { describe, expect, test } from "bun:test";
import { NSTextView, NSScrollView } from "../../../harness/objective-c/app-kit/ns-text-view.ts";
import type { NSTextField } from "../../../harness/objective-c/app-kit/ns-text-field.ts";
import type { NSWindow } from "../../../harness/objective-c/app-kit/ns-window.ts";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { NSString } from "../../../harness/objective-c/foundation/ns-string.ts";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { limits } from "../../../src/contract/limits.ts";
import type { MessageRequest } from "../../../src/contract/ui/index.ts";
import { DialogQueue } from "../../../src/native/shell/dialog-queue.ts";
import { orderOut } from "../../../src/native/macos/dialogs/sheets.ts";
import { messageDialog } from "../../../src/native/macos/dialogs/message-dialog.ts";
import { showScriptDialog } from "../../../src/native/macos/page/script-dialogs.ts";
import {
  onMac,
  openWindow,
  press,
  pressKey,
  sends,
  shownAlert,
  shownAlerts,
} from "./cases/mac-desktop.ts";

onMac();

const okCancel = [{ stock: "ok" }, { stock: "cancel" }] as const;
const returnKey = "\r";
const escapeKey = "\u{1b}";

let lastId = 0;

function show(
  window: NSWindow,
  request: Partial<MessageRequest> = {},
  queue: DialogQueue = new DialogQueue(),
): { readonly id: number; readonly queue: DialogQueue; readonly answer: Promise<number> } {
  const whole: MessageRequest = {
    id: ++lastId,
    window: String(window.number),
    title: "Title",
    text: "Text",
    kind: "info",
    buttons: okCancel,
    ...request,
  };
  return { id: whole.id, queue, answer: queue.add(whole, messageDialog(window, whole)) };
}

const titlesOf = (): string[] => shownAlert().buttons.items.map(({ title }) => title);
const keysOf = (): string[] => shownAlert().buttons.items.map(({ keyText }) => keyText);

describe("an alert", () => {
  test("is a sheet on the window that asked", async () => {
    const window = openWindow();
    const { answer } = show(window);
    expect(window.sheets.map((sheet) => sheet.window)).toEqual([shownAlert()["-window"]()]);
    expect(theApplication().isKept).toBe(false);
    press(shownAlert(), 0);
    await answer;
    expect(window.sheets).toEqual([]);
  });

  test.each(["on a window", "by itself"])(
    "%s has its field take what is typed, without a click",
    (how) => {
      const window = openWindow();
      if (how === "by itself") window["-orderOut:"](null);
      const answers: (string | null)[] = [];
      const question = { kind: "prompt", site: "", text: "Name?", given: "Ada" } as const;
      inPool(() => showScriptDialog(window.address, question, (text) => answers.push(text)));
      const alert = shownAlert();
      expect(alert["-window"]()["-firstResponder"]()).toBe(alert.accessory.value);
      press(alert, 0);
      expect(answers).toEqual(["Ada"]);
    },
  );

  test("has its title in bold and its text below, literally", async () => {
    const { answer } = show(openWindow(), {
      title: "50 % & _more_",
      text: "%@ %n\n<b>&amp;</b> \u{1f600}",
    });
    expect(shownAlert()).toMatchObject({
      message: "50 % & _more_",
      details: "%@ %n\n<b>&amp;</b> \u{1f600}",
    });
    press(shownAlert(), 0);
    await answer;
  });

  test("without a title has its text in bold", async () => {
    const { answer } = show(openWindow(), { title: "" });
    expect(shownAlert()).toMatchObject({ message: "Text", details: "" });
    press(shownAlert(), 0);
    await answer;
  });

  test("shows what is no text for C, and no more than a screen has room for", async () => {
    const { answer } = show(openWindow(), {
      title: `a\0b\ud800${"c".repeat(5000)}`,
      buttons: [{ text: `a\0b\ud800${"c".repeat(5000)}` }, { stock: "cancel" }],
    });
    const cut = ({ most }: { readonly most: number }): string =>
      `a\u{fffd}b\u{fffd}${"c".repeat(most - 4)}…`;
    expect(shownAlert().message).toBe(cut(limits.title));
    expect(titlesOf()).toEqual([cut(limits.label), "Cancel"]);
    press(shownAlert(), 0);
    await answer;
  });

  test("lets a text scroll that could be higher than the screen", async () => {
    const text = "line\n".repeat(200);
    const { answer } = show(openWindow(), { text });
    const alert = shownAlert();
    expect(alert.details).toBe("");
    const scroll = alert.accessory.value;
    const inside = scroll instanceof NSScrollView ? scroll.document.value : null;
    expect(inside).toBeInstanceOf(NSTextView);
    expect(inside).toMatchObject({ isEditable: false });
    expect((inside as NSTextView).text.value?.text).toBe(text);
    press(alert, 0);
    await answer;
  });

  test.each([
    ["info", 1],
    ["warning", 0],
    ["error", 2],
  ] as const)("of the kind %s has the style that AppKit has for it", async (kind, style) => {
    const { answer } = show(openWindow(), { kind });
    expect(shownAlert().kind).toBe(style);
    press(shownAlert(), 0);
    await answer;
  });
});

describe("buttons", () => {
  test("stand with the affirmative first, which is at the right edge, and answer with their number", async () => {
    const window = openWindow();
    const buttons = [{ text: "Save" }, { text: "Don’t Save" }, { text: "Stay" }];
    for (const button of [0, 1, 2]) {
      const { answer } = show(window, { buttons });
      expect(titlesOf()).toEqual(["Save", "Don’t Save", "Stay"]);
      press(shownAlert(), button);
      expect(await answer).toBe(button);
    }
  });

  test("have Return for the first and Escape for the last, whatever they are called", async () => {
    const window = openWindow();
    const buttons = [{ text: "Go" }, { text: "Cancel" }, { text: "Don’t Save" }, { text: "Leave" }];
    for (const [key, button] of [
      [returnKey, 0],
      [escapeKey, 3],
    ] as const) {
      const { answer } = show(window, { buttons });
      expect(keysOf()).toEqual([returnKey, "", "", escapeKey]);
      expect(shownAlert().buttons.items.map(({ keyModifiers }) => keyModifiers)).toEqual([
        0, 0, 0, 0,
      ]);
      expect(pressKey(shownAlert(), key)).toBe(true);
      expect(await answer).toBe(button);
    }
  });

  test("that stand alone have both keys", async () => {
    for (const key of [returnKey, escapeKey]) {
      const { answer } = show(openWindow(), { buttons: [{ stock: "ok" }] });
      expect(titlesOf()).toEqual(["OK"]);
      expect(pressKey(shownAlert(), key)).toBe(true);
      expect(await answer).toBe(0);
    }
  });

  test.each([
    [["en-GB"], ["Yes", "No", "OK", "Cancel"]],
    [
      ["de-AT", "en"],
      ["Ja", "Nein", "OK", "Abbrechen"],
    ],
    [
      ["gsw", "ja-JP"],
      ["はい", "いいえ", "OK", "キャンセル"],
    ],
    [["tlh"], ["Yes", "No", "OK", "Cancel"]],
  ])("have macOS's own words for a user of %p", async (languages, words) => {
    machine.languages = languages;
    const buttons = [
      { stock: "yes" },
      { stock: "no" },
      { stock: "ok" },
      { stock: "cancel" },
    ] as const;
    const { answer } = show(openWindow(), { buttons });
    expect(titlesOf()).toEqual(words);
    press(shownAlert(), 0);
    await answer;
  });
});

describe("alerts on windows that cannot show a sheet", () => {
  const unseen = {
    "on a hidden window": () => openWindow({ isShown: false }),
    "on a window in the Dock": () => {
      const window = openWindow();
      inPool(() => window["-miniaturize:"](null));
      return window;
    },
  };
  for (const [name, open] of Object.entries(unseen)) {
    test(`the alert ${name} stands by itself, and answers as any other`, async () => {
      const window = open();
      for (const button of [0, 1]) {
        const { answer } = show(window);
        expect(window.sheets).toEqual([]);
        expect(shownAlert().layouts).toBeGreaterThan(0);
        press(shownAlert(), button);
        expect(shownAlerts()).toEqual([]);
        expect(await answer).toBe(button);
      }
      const { answer } = show(window);
      pressKey(shownAlert(), escapeKey);
      expect(await answer).toBe(1);
    });

    test(`the alert ${name} goes when it is dismissed`, async () => {
      const { queue, id, answer } = show(open());
      queue.dismiss(id);
      expect(shownAlerts()).toEqual([]);
      expect(await answer).toBe(1);
    });
  }
});

describe("an alert on a window that is hidden", () => {
  test("goes on by itself, answers, and leaves the window free", async () => {
    const window = openWindow();
    const queue = new DialogQueue();
    for (const button of [0, 1]) {
      inPool(() => window["-makeKeyAndOrderFront:"](null));
      const { answer } = show(window, { text: "Sure?" }, queue);
      inPool(() => orderOut(window.address));
      expect([window.isShown, window.sheets]).toEqual([false, []]);
      expect(shownAlert().details).toBe("Sure?");
      press(shownAlert(), button);
      expect(await answer).toBe(button);
    }
    expect(shownAlerts()).toEqual([]);
  });

  test("goes when it is dismissed", async () => {
    const window = openWindow();
    const { queue, id, answer } = show(window);
    inPool(() => orderOut(window.address));
    queue.dismiss(id);
    expect(shownAlerts()).toEqual([]);
    expect(await answer).toBe(1);
  });

  test("keeps what was typed", () => {
    const window = openWindow();
    const answers: (string | null)[] = [];
    const question = { kind: "prompt", site: "", text: "Name?", given: "Ada" } as const;
    inPool(() => showScriptDialog(window.address, question, (text) => answers.push(text)));
    const field = shownAlert().accessory.value as NSTextField;
    inPool(() => field["-setStringValue:"](NSString.of("Eve")));
    inPool(() => orderOut(window.address));
    expect(answers).toEqual([]);
    press(shownAlert(), 0);
    expect(answers).toEqual(["Eve"]);
  });
});

describe("several alerts", () => {
  test("of two windows answer independently", async () => {
    const [one, other] = [openWindow(), openWindow()];
    const queue = new DialogQueue();
    const first = show(one, { title: "first" }, queue);
    const second = show(other, { title: "second" }, queue);
    expect(shownAlerts().map(({ message }) => message)).toEqual(["first", "second"]);
    press(shownAlerts()[0]!, 1);
    expect(await first.answer).toBe(1);
    expect(shownAlert().message).toBe("second");
    press(shownAlert(), 0);
    expect(await second.answer).toBe(0);
  });

  test("of one window come one after the other", async () => {
    const window = openWindow();
    const queue = new DialogQueue();
    const first = show(window, { title: "first" }, queue);
    const second = show(window, { title: "second" }, queue);
    expect(shownAlert().message).toBe("first");
    press(shownAlert(), 0);
    await first.answer;
    expect(shownAlert().message).toBe("second");
    press(shownAlert(), 0);
    await second.answer;
  });

  test("of a window that is destroyed are cancelled", async () => {
    const window = openWindow();
    const queue = new DialogQueue();
    const [first, second] = [show(window, {}, queue), show(window, {}, queue)];
    queue.dismissAllOf(String(window.number));
    expect(window.sheets).toEqual([]);
    expect(await first.answer).toBe(1);
    expect(await second.answer).toBe(1);
  });

  test("are gone without a trace, a hundred of them", async () => {
    const window = openWindow();
    for (let round = 0; round < 100; round++) {
      const { answer, queue, id } = show(window, { buttons: okCancel.slice(0, 1 + (round % 2)) });
      if (round % 3 === 0) queue.dismiss(id);
      else press(shownAlert(), 0);
      await answer;
      settle();
    }
    expect(shownAlerts()).toEqual([]);
  });
});

test("an unanswered alert sends nothing and waits for nothing", async () => {
  const { answer } = show(openWindow());
  const sent = sends(() => {
    for (let turn = 0; turn < 100; turn++) settle();
  });
  expect(sent).toEqual([]);
  press(shownAlert(), 0);
  await answer;
});
