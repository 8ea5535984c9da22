import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NSOpenPanel, thePanels } from "../../../../harness/objective-c/app-kit/ns-save-panel.ts";
import { theApplication } from "../../../../harness/objective-c/app-kit/ns-application.ts";
import { does, quit, quitFromOutside } from "../../../../harness/objective-c/driver.ts";
import { contextMenu } from "../../../../harness/wkwebview/context-menu.ts";
import { askForFiles } from "../../../../harness/wkwebview/file-field.ts";
import { printed } from "../../../../harness/wkwebview/printing.ts";
import { askedByScripts } from "../../../../harness/wkwebview/script-dialog.ts";
import { message, shown } from "../../../../src/native/conformance/plain-dialog.ts";
import { later } from "../../../../src/native/macos/loop.ts";
import { evaluate, inWindow, openWindow, type WebKitCase } from "../../webkit-case.ts";
import { kept } from "../bindings/kept.ts";
import type { PageStage } from "./page-stage.ts";

type MacCase = WebKitCase<PageStage>;

/** The script of a page that has changes, and that the user has touched. */
const minding = `(() => {
  globalThis.asked = [];
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
  onbeforeunload = (event) => {
    asked.push(event instanceof BeforeUnloadEvent);
    return "changes";
  };
})()`;

const dialogs: readonly MacCase[] = [
  inWindow(
    "alert, confirm and prompt are sheets, and wait for their answers",
    async (stage, label) => {
      const asked = stage.ask(
        label,
        "[alert('first'), confirm('second?'), confirm('third?'), prompt('fourth?', 'given')].join()",
      );
      for (const [text, button] of [
        ["first", 0],
        ["second?", 0],
        ["third?", 1],
        ["fourth?", 0],
      ] as const) {
        const alert = await stage.until(text, () => stage.alertSaying(text));
        stage.press(alert, button);
      }
      equal(await asked, ",true,false,given");
    },
  ),
  inWindow("a question of a script whose window goes is answered for WebKit", async (stage) => {
    const held = await kept(stage);
    const other = await openWindow(stage);
    await evaluate(stage, other, "confirm('anybody there?')");
    await stage.until("the question", () => stage.alertSaying("anybody there?"));
    await stage.platform.calls["window.destroy"]({ window: other });
    equal(stage.alertSaying("anybody there?"), undefined);
    deepEqual(await kept(stage), held);
  }),
  inWindow(
    "a page with changes has the user asked before its window closes",
    async (stage, label) => {
      const text = "Close this window? Changes that you made may not be saved.";
      await stage.ask(label, minding);
      for (const [button, mayClose] of [
        [1, false],
        [0, true],
      ] as const) {
        const answer = stage.platform.calls["window.mayClose"]({ window: label });
        const alert = await stage.until("the question", () => stage.alertSaying(text));
        equal(await stage.platform.calls["window.mayClose"]({ window: label }), false);
        stage.press(alert, button);
        equal(await answer, mayClose);
      }
      equal(await stage.ask(label, "asked.join()"), "true,true");
      const other = await openWindow(stage);
      await stage.ask(other, minding);
      const answer = stage.platform.calls["window.mayClose"]({ window: other });
      await stage.until("the question", () => stage.alertSaying(text));
      await stage.platform.calls["window.destroy"]({ window: other });
      // Whatever it is: the window has gone.
      await answer;
      equal(stage.alertSaying(text), undefined);
    },
  ),
  inWindow("a page with changes has the user asked before the app quits", async (stage, label) => {
    const text = "Close this window? Changes that you made may not be saved.";
    const terminations = (): number =>
      stage.emitted.filter(({ event }) => event === "app.terminate").length;
    const before = terminations();
    await stage.ask(label, minding);
    for (const [button, ends] of [
      [1, 0],
      [0, 1],
    ] as const) {
      quit();
      const alert = await stage.until("the question", () => stage.alertSaying(text));
      equal(terminations(), before);
      stage.press(alert, button);
      await stage.until(
        "the end of the question",
        () => stage.alertSaying(text) === undefined || undefined,
      );
      await stage.until("the answer", () => terminations() === before + ends || undefined);
    }
  }),
  inWindow(
    "a program that asks the app to quit hears that the user stays",
    async (stage, label) => {
      await stage.ask(label, minding);
      // AppKit waits for the answer in a loop of its own, which ends with it.
      later(0, quitFromOutside);
      const alert = await stage.until("the question", () =>
        stage.alertSaying("Close this window? Changes that you made may not be saved."),
      );
      equal(theApplication().isTerminating, true);
      stage.press(alert, 1);
      await stage.until("the answer", () => !theApplication().isTerminating || undefined);
    },
  ),
  inWindow("a question of a script whose window is hidden goes on by itself", async (stage) => {
    const other = await openWindow(stage);
    const asked = stage.ask(other, "confirm('still there?')");
    await stage.until("the question", () => stage.alertSaying("still there?"));
    const apply = async (name: "hide" | "show"): Promise<void> =>
      stage.platform.calls["window.apply"]({ window: other, operation: { name, value: null } });
    await apply("hide");
    const alone = await stage.until("the question by itself", () =>
      stage.alertSaying("still there?"),
    );
    await apply("show");
    stage.press(alone, 0);
    equal(await asked, "true");
    await stage.platform.calls["window.destroy"]({ window: other });
  }),
  inWindow(
    "a question of a script and a dialog of the app wait for each other",
    async (stage, label) => {
      const dialog = message(label);
      const asked = stage.ask(label, "[confirm('first?'), confirm('third?')].join()");
      const first = await stage.until("the first", () => stage.alertSaying("first?"));
      const answered = stage.platform.calls["dialog.message"](dialog);
      equal(stage.isShown(dialog.id), false);
      stage.press(first, 0);
      await shown(stage, dialog);
      await stage.until("the third", () => askedByScripts.includes("third?") || undefined);
      equal(stage.alertSaying("third?"), undefined);
      stage.pressButton(dialog.id, 0);
      equal(await answered, 0);
      const third = await stage.until("the third on the screen", () => stage.alertSaying("third?"));
      stage.press(third, 1);
      equal(await asked, "true,false");
    },
  ),
  inWindow(
    "a dialog that waits for a question of a script is dismissed by itself",
    async (stage, label) => {
      const dialog = message(label);
      const asked = stage.ask(label, "confirm('anybody there?')");
      const question = await stage.until("the question", () => stage.alertSaying("anybody there?"));
      const answered = stage.platform.calls["dialog.message"](dialog);
      await stage.platform.calls["dialog.dismiss"]({ id: dialog.id });
      equal(await answered, dialog.buttons.length - 1);
      stage.press(question, 0);
      equal(await asked, "true");
    },
  ),
  inWindow("questions that wait are answered for WebKit when their window goes", async (stage) => {
    const held = await kept(stage);
    const other = await openWindow(stage);
    const dialog = message(other);
    const answered = stage.platform.calls["dialog.message"](dialog);
    await evaluate(stage, other, "confirm('nobody there?')");
    await stage.until("the question", () => askedByScripts.includes("nobody there?") || undefined);
    await stage.platform.calls["window.destroy"]({ window: other });
    equal(await answered, dialog.buttons.length - 1);
    deepEqual(await kept(stage), held);
  }),
  {
    name: "window.print shows the system's dialog where it is allowed, and nothing elsewhere",
    async run(stage) {
      for (const printing of [true, false]) {
        const label = await openWindow(stage, { printing });
        const before = printed.length;
        const heard = stage.scriptMessages();
        await evaluate(stage, label, "print()");
        await stage.until("the wish", () => stage.scriptMessages() > heard || undefined);
        deepEqual(
          printed.slice(before).map(({ title }) => title),
          printing ? [label] : [],
        );
        await stage.platform.calls["window.destroy"]({ window: label });
      }
    },
  },
];

const choices: readonly MacCase[] = [
  inWindow(
    "a field for files shows a panel on the window, and gives what was chosen or nothing",
    async (stage, label) => {
      const view = stage.webView(label);
      const answers: (readonly string[] | null)[] = [];
      const files = ["a.txt", "b.txt"].map((name) => pathToFileURL(join(stage.folder, name)).href);
      const panel = (): Promise<NSOpenPanel> =>
        stage.until("the panel", () =>
          thePanels().find((each): each is NSOpenPanel => each instanceof NSOpenPanel),
        );
      does(() => askForFiles(view, { several: true }, (chosen) => answers.push(chosen)));
      const first = await panel();
      equal(first.choosesSeveral, true);
      does(() => first.accept(files));
      await stage.until("the files", () => answers[0]);
      does(() => askForFiles(view, { several: false }, (chosen) => answers.push(chosen)));
      const second = await panel();
      equal(second.choosesSeveral, false);
      does(() => second["-cancel:"](null));
      await stage.until("the end of it", () => answers.length === 2 || undefined);
      deepEqual(answers, [files, null]);
    },
  ),
  inWindow(
    "the context menu is without what is refused or leads to other services",
    async (stage, label) => {
      const menu = contextMenu(stage.webView(label), "link");
      deepEqual(menu, ["OpenLink", "-", "CopyLink", "-", "Reload", "InspectElement"]);
    },
  ),
  inWindow(
    "no separator of a context menu is left over from the items that were removed",
    async (stage, label) => {
      const over = (what: Parameters<typeof contextMenu>[1]): readonly string[] =>
        contextMenu(stage.webView(label), what);
      deepEqual(over("selection"), ["LookUp", "-", "Copy", "-", "SpeechMenu"]);
      deepEqual(over("image"), ["CopyImage"]);
    },
  ),
  {
    name: "a view whose window goes while its context menu is open is let go of when that has closed",
    async run(stage) {
      const label = await openWindow(stage);
      const view = stage.webView(label);
      contextMenu(
        view,
        "link",
        () => void stage.platform.calls["window.destroy"]({ window: label }),
      );
      await stage.until("the end of the view", () => view.isFreed || undefined);
    },
  },
];

/** The cases of questions that pages of macOS ask their user. */
export const macosQuestionCases: readonly MacCase[] = [...dialogs, ...choices];
