// Dialogs and the windows they belong to.

import { expect } from "bun:test";
import type { DialogOnScreen } from "../support/dialog-on-screen.ts";
import { onDisplay, shareApp, shareSession, startDisplayApp } from "../support/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { close } from "../../harness/x.ts";

const shared = shareApp({ windows: ["main", "second"] });

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
  onDisplay(`${name} ${JSON.stringify(args)} belongs to the window that asked, and is modal`, async () => {
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
  });
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

onDisplay("while a dialog is shown, the pages of all windows go on", async () => {
  const { answer, dialog } = await ask("main", "Waiting");
  const goOn = `
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return await __FRAMEWORK__.invoke("test.echo", "still here");`;
  expect(await shared.app.page("main").run(goOn)).toBe("still here");
  expect(await shared.app.page("second").run(goOn)).toBe("still here");
  await dialog.press("No");
  expect(await answer).toBe(false);
});

onDisplay("two windows show a dialog each at once, answered in either order", async () => {
  const first = await ask("main", "One");
  const second = await ask("second", "Two");
  const { app } = shared;
  expect(
    (await app.windows())
      .filter(({ type }) => type === "DIALOG")
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(["One", "Two"]);
  await first.dialog.press("Yes");
  expect(await first.answer).toBe(true);
  await second.dialog.press("No");
  expect(await second.answer).toBe(false);
});

onDisplay("two dialogs of one window are shown one after the other", async () => {
  const { app } = shared;
  const first = await ask("main", "One");
  const answer = app.page().call("dialog.confirm", "Hello", "Two");
  // Its turn has come to be handled once a later call has been answered.
  await app.page().run(`return await __FRAMEWORK__.invoke("test.echo", 1);`);
  expect((await app.windows()).filter(({ type }) => type === "DIALOG").map(({ title }) => title)).toEqual([
    "One",
  ]);
  await first.dialog.press("Yes");
  expect(await first.answer).toBe(true);
  await (await app.dialog("alert", "Two")).press("Cancel");
  expect(await answer).toBe(false);
});

onDisplay("a message waits for a file dialog of its window, and not for that of another", async () => {
  const { app } = shared;
  const opened = app.page("main").call("dialog.open");
  const chooser = await app.dialog("file chooser");
  const waiting = app.page("main").call("dialog.message", "Hello", "Waiting");
  const other = await ask("second", "Other");
  expect((await app.windows()).map(({ title }) => title)).not.toContain("Waiting");
  await other.dialog.press("Yes");
  expect(await other.answer).toBe(true);
  await chooser.key("Escape");
  expect(await opened).toBeNull();
  await (await app.dialog("alert", "Waiting")).press("OK");
  expect(await waiting).toBeUndefined();
});

for (const [name, role, args] of [
  ["dialog.ask", "alert", ["Hello"]],
  ["dialog.open", "file chooser", []],
] as const) {
  onDisplay(`${name}: goes away when its page is loaded anew, with those that wait behind it`, async () => {
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
  });
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

onDisplay("a window closes while another has a dialog open, and the app ends with the last one", async () => {
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
});
