import { deepEqual, equal, ok } from "node:assert/strict";
import { heldObjects } from "../../../src/native/ffi/held.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import {
  boxOver,
  controlsOf,
  desktop,
  guiResources,
  nextHandle,
  openWindow,
  press,
  threads,
  windowTitled,
  write,
} from "./desktop.ts";
import { pause, until, type DialogCase } from "./dialog-stage.ts";

export const dialogClosingCases: readonly DialogCase[] = [
  {
    name: "a dialog that is closed from outside settles as cancelled",
    async run(stage, owner) {
      const message = await stage.show(stage.message(owner));
      message.close();
      equal(await message.answer, 1);
      for (const mode of ["open", "save", "folder"] as const) {
        const file = await stage.show(stage.file(owner, { mode }));
        file.close();
        deepEqual(await file.answer, []);
      }
      equal(desktop.IsWindowEnabled(owner), 1);
    },
  },
  {
    name: "a dialog that is closed at once, or at any moment of its start, is cancelled and gone",
    async run(stage, owner) {
      for (let wait = 0; wait < 40; wait++) {
        const dialog = wait % 2 === 0 ? stage.message(owner) : stage.file(owner);
        const answer = dialog.show();
        // From before its thread begins to when it is on the screen.
        if (wait > 0) await pause(wait * 4);
        dialog.close();
        deepEqual(await answer, dialog.cancelled);
        equal(windowTitled(dialog.title), undefined);
        equal(desktop.IsWindowEnabled(owner), 1);
      }
    },
  },
  {
    name: "a dialog that is closed with a question in front of it is cancelled",
    async run(stage, owner) {
      for (const name of ["a.txt", "c.png"]) {
        const filters = [{ name: "Text", extensions: ["txt"] }];
        if (name === "c.png") await Bun.write(`${stage.folder}\\c.png.txt`, "");
        const dialog = await stage.show(stage.file(owner, { mode: "save", name, filters }));
        press(dialog.window, 1);
        await until("the question", () => boxOver(dialog.window));
        dialog.close();
        deepEqual(await dialog.answer, []);
      }
    },
  },
  {
    name: "a window that goes away takes its dialog along",
    async run(stage) {
      for (const kind of ["message", "file"] as const) {
        const window = openWindow("gone");
        const dialog = await stage.show<unknown>(stage[kind](window));
        dialog.close();
        user32.DestroyWindow(window);
        deepEqual(await dialog.answer, kind === "message" ? 1 : []);
        const late = stage[kind](window);
        const answer = late.show();
        late.close();
        deepEqual(await answer, late.cancelled);
      }
    },
  },
  {
    name: "a hundred dialogs leave nothing behind",
    async run(stage, owner) {
      const one = async (index: number): Promise<void> => {
        const shown = await stage.show<unknown>(
          index % 2 === 0 ? stage.message(owner) : stage.file(owner),
        );
        shown.close();
        await shown.answer;
      };
      for (let index = 0; index < 10; index++) await one(index);
      const before = {
        held: heldObjects(),
        threads: threads(),
        handle: nextHandle(),
        gui: guiResources(),
      };
      for (let index = 0; index < 100; index++) await one(index);
      await until("the end of their threads", () => threads() <= before.threads + 3);
      // Timers of the first dialogs may end meanwhile.
      for (const [kind, count] of Object.entries(heldObjects()))
        ok(count <= (before.held[kind] ?? 0), `${kind}: ${before.held[kind]}, then ${count}`);
      const [handle, gui] = [nextHandle(), guiResources()];
      ok(handle <= before.handle + 40, `the next handle was ${before.handle}, then ${handle}`);
      ok(
        gui.gdi <= before.gui.gdi + 10 && gui.user <= before.gui.user + 10,
        JSON.stringify([before.gui, gui]),
      );
    },
  },
  {
    name: "the text of a dialog is read while it is open for long",
    async run(stage, owner) {
      const dialog = await stage.show(stage.file(owner, { mode: "save", name: "kept" }));
      for (let second = 0; second < 3; second++) {
        Bun.gc(true);
        await pause(1000);
      }
      const field = controlsOf(dialog.window).find(
        ({ kind, isVisible }) => kind === "Edit" && isVisible,
      );
      equal(field?.text, "kept");
      write(field?.window ?? 0, "other");
      press(dialog.window, 1);
      deepEqual(await dialog.answer, [`${stage.folder}\\other`]);
    },
  },
];
