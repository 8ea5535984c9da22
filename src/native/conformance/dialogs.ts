import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { message, file, shown } from "./plain-dialog.ts";
import type { ConformanceCase } from "./stage.ts";
import { destroy, inWindow, openWindow } from "./plain-window.ts";

export const dialogCases: readonly ConformanceCase[] = [
  inWindow(
    "a message dialog settles with the index of the pressed button",
    async (stage, label) => {
      for (const button of [0, 1]) {
        const request = message(label);
        const answer = stage.platform.calls["dialog.message"](request);
        await shown(stage, request);
        stage.pressButton(request.id, button);
        equal(await answer, button);
      }
    },
  ),
  inWindow("the close box of a message dialog is its last button", async (stage, label) => {
    for (const buttons of [1, 2]) {
      const request = message(label, buttons);
      const answer = stage.platform.calls["dialog.message"](request);
      await shown(stage, request);
      stage.closeDialog(request.id);
      equal(await answer, buttons - 1);
    }
  }),
  {
    name: "an error of the app is shown without a window, until it is read",
    async run(stage) {
      const { title, text } = { ...message(""), title: "dialog 0" };
      const read = stage.platform.calls["app.showError"]({ title, text });
      await shown(stage, { id: 0 });
      stage.pressButton(0, 0);
      await read;
      ok(!stage.isShown(0), "it stays on the screen");
    },
  },
  inWindow("dialogs of one window are shown one after the other", async (stage, label) => {
    const [first, second] = [message(label), message(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    await shown(stage, first);
    ok(!stage.isShown(second.id), "both are on the screen");
    stage.pressButton(first.id, 0);
    equal(await firstAnswer, 0);
    await shown(stage, second);
    stage.pressButton(second.id, 0);
    equal(await secondAnswer, 0);
  }),
  inWindow("windows do not wait for each other's dialogs", async (stage, label) => {
    const other = await openWindow(stage);
    const [first, second] = [message(label), message(other)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    await shown(stage, first);
    await shown(stage, second);
    stage.pressButton(second.id, 0);
    equal(await secondAnswer, 0);
    ok(stage.isShown(first.id), "the first went with the second");
    stage.pressButton(first.id, 1);
    equal(await firstAnswer, 1);
    await destroy(stage, other);
  }),
  inWindow("a dismissed dialog settles as cancelled, shown or waiting", async (stage, label) => {
    const [first, second, third] = [message(label), message(label), file(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.message"](second);
    const thirdAnswer = stage.platform.calls["dialog.file"](third);
    await shown(stage, first);
    await stage.platform.calls["dialog.dismiss"]({ id: second.id });
    equal(await secondAnswer, 1);
    await stage.platform.calls["dialog.dismiss"]({ id: first.id });
    equal(await firstAnswer, 1);
    await shown(stage, third);
    await stage.platform.calls["dialog.dismiss"]({ id: third.id });
    deepEqual(await thirdAnswer, []);
    await stage.platform.calls["dialog.dismiss"]({ id: third.id });
  }),
  inWindow("a destroyed window cancels its dialogs", async (stage, label) => {
    const [first, second] = [message(label), file(label)];
    const firstAnswer = stage.platform.calls["dialog.message"](first);
    const secondAnswer = stage.platform.calls["dialog.file"](second);
    await shown(stage, first);
    await destroy(stage, label);
    equal(await firstAnswer, 1);
    deepEqual(await secondAnswer, []);
  }),
  inWindow("a page goes on behind a dialog", async (stage, label) => {
    const request = message(label);
    const answer = stage.platform.calls["dialog.message"](request);
    await shown(stage, request);
    equal(await stage.send(label, "meanwhile"), "answer to meanwhile");
    stage.pressButton(request.id, 0);
    await answer;
  }),
  inWindow("a file dialog settles with the chosen path", async (stage, label) => {
    const request = file(label, { folder: stage.folder });
    const answer = stage.platform.calls["dialog.file"](request);
    await shown(stage, request);
    stage.chooseFiles(request.id, [join(stage.folder, "a.txt")]);
    deepEqual(await answer, [join(stage.folder, "a.txt")]);
  }),
  inWindow("a file dialog settles with all chosen paths", async (stage, label) => {
    const request = file(label, { folder: stage.folder, multiple: true });
    const answer = stage.platform.calls["dialog.file"](request);
    await shown(stage, request);
    const paths = [join(stage.folder, "a.txt"), join(stage.folder, "b.txt")];
    stage.chooseFiles(request.id, paths);
    deepEqual((await answer).toSorted(), paths);
  }),
  inWindow("a closed file dialog settles with nothing", async (stage, label) => {
    for (const mode of ["open", "save", "folder"] as const) {
      const request = file(label, { mode, folder: stage.folder });
      const answer = stage.platform.calls["dialog.file"](request);
      await shown(stage, request);
      stage.closeDialog(request.id);
      deepEqual(await answer, []);
    }
  }),
  inWindow("a dialog for a window that is not open is refused", async (stage) => {
    const ask = async (): Promise<unknown> =>
      stage.platform.calls["dialog.message"](message("nobody"));
    await rejects(ask(), { code: "not-found" });
  }),
];
