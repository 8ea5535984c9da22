// Dialogs and the windows they belong to.

import { expect } from "bun:test";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { onDisplay, shareApp, shareSession, startDisplayApp } from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { dialogStories } from "./dialog-stories.ts";
import { close } from "../../harness/x.ts";

const shared = shareApp({ windows: ["main", "second"] });

dialogStories(shared, onDisplay, {
  async dialog(kind, title) {
    const dialog = await shared.app.dialog(kind === "file" ? "file chooser" : "alert", title);
    return {
      yes: async () => (kind === "file" ? takeProposed(dialog) : dialog.key("Return")),
      no: () => dialog.key("Escape"),
    };
  },
  get folder() {
    return shared.app.session.home;
  },
  named: (path) => path,
});

/** Presses the button that takes the proposed file, as soon as there is one. */
async function takeProposed(dialog: DialogOnScreen): Promise<void> {
  const buttons = await dialog.buttons();
  await dialog.press(buttons.includes("Save") ? "Save" : "Open");
}

/** Asks in a window; the question is the dialog's title. */
async function ask(
  window: string,
  title: string,
): Promise<{ answer: Promise<unknown>; dialog: DialogOnScreen }> {
  const { app } = shared;
  const answer = app.page(window).call("dialog.ask", "Hello", title);
  return { answer, dialog: await app.dialog("alert", title) };
}

/** Counts the clicks that reach the page of a window. */
const countClicks = (window: string) =>
  shared.app.page(window).run(`window.clicks = 0; onclick = () => { window.clicks += 1; };`);
const clicks = (window: string) => shared.app.page(window).run("return window.clicks;");

/** Clicks into a window, at its lower left corner: dialogs are shown in the middle. */
async function clickInto(label: string): Promise<void> {
  const { area } = await shared.app.window(label);
  await shared.app.click(area.x + 8, area.y + area.height - 8);
}

for (const [name, role, args] of [
  ["dialog.message", "alert", ["Hello"]],
  ["dialog.ask", "alert", ["Hello"]],
  ["dialog.confirm", "alert", ["Hello"]],
  ["dialog.open", "file chooser", []],
  ["dialog.open", "file chooser", [{ directory: true }]],
  ["dialog.save", "file chooser", []],
] as const) {
  onDisplay(
    `${name} ${JSON.stringify(args)} belongs to the window that asked, and is modal`,
    async () => {
      const { app } = shared;
      for (const window of ["main", "second"]) {
        const answer = app.page(window).call(name, ...args);
        const dialog = await app.dialog(role);
        expect(dialog.window.transientFor).toBe((await app.window(window)).id);
        expect(dialog.window.states).toContain("MODAL");
        await dialog.key("Escape");
        await answer;
        await app.noDialog();
      }
    },
  );
}

onDisplay("a dialog keeps clicks from its window, and from no other", async () => {
  await countClicks("main");
  await countClicks("second");
  const { answer, dialog } = await ask("main", "Modal");
  await clickInto("main");
  await clickInto("second");
  // The second click came later: once it has arrived, the first one has been dropped.
  await waitFor("the click into the second window", async () => (await clicks("second")) === 1);
  expect(await clicks("main")).toBe(0);
  await dialog.press("Yes");
  expect(await answer).toBe(true);
  await shared.app.noDialog();
  await clickInto("main");
  await waitFor("the click into the first window", async () => (await clicks("main")) === 1);
});

for (const [name, role, args] of [
  ["dialog.ask", "alert", ["Hello"]],
  ["dialog.open", "file chooser", []],
] as const) {
  onDisplay(
    `${name}: goes away when its page is loaded anew, with those that wait behind it`,
    async () => {
      const { app } = shared;
      const answers = [app.page().call(name, ...args), app.page().call("dialog.message", "Behind")];
      const dialog = await app.dialog(role);
      await app.page().reload();
      await dialog.gone();
      await app.noDialog();
      for (const answer of answers) await expect(answer).rejects.toThrow("The page went away");
      const next = await ask("main", "Next");
      await next.dialog.press("Yes");
      expect(await next.answer).toBe(true);
    },
  );
}

onDisplay("200 dialogs one after the other", async () => {
  const { app } = shared;
  const answers = app.page().run(`
    const answers = [];
    for (let n = 0; n < 200; n++) answers.push(await __FRAMEWORK__.dialog.confirm("Hello", String(n)));
    return answers;`);
  for (let n = 0; n < 200; n++)
    await (await app.dialog("alert", String(n))).press(n % 2 === 0 ? "OK" : "Cancel");
  expect(await answers).toEqual(Array.from({ length: 200 }, (_, n) => n % 2 === 0));
});

const ownSession = shareSession();

onDisplay(
  "a window closes while another has a dialog open, and the app ends with the last one",
  async () => {
    await using app = await startDisplayApp(ownSession.session, { windows: ["main", "second"] });
    const answer = app.page("main").call("dialog.ask", "Hello", "Open");
    const dialog = await app.dialog("alert", "Open");
    await close(app.session, (await app.window("second")).id);
    await waitFor(
      "the end of the window",
      async () => !(await app.windows()).some(({ title }) => title === "second"),
    );
    await dialog.press("Yes");
    expect(await answer).toBe(true);
    await app.noDialog();
    await close(app.session, (await app.window("main")).id);
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  },
);
