import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PagesApp } from "../support/app/pages-app.ts";

/** A dialog on the screen. */
export interface ShownDialog {
  /** Presses the accepting button, or takes the proposal. */
  yes(): Promise<void>;
  /** Calls it off. */
  no(): Promise<void>;
}

/** The means to find and answer dialogs on a system. */
export interface DialogSystem {
  /** Waits for the one with this title. */
  dialog(kind: "message" | "file", title: string): Promise<ShownDialog>;
  /** A folder on this machine for files of the stories. */
  readonly folder: string;
  /** The app system's name of a file of this machine. */
  named(path: string): string;
}

/** Dialogs, their windows, and their results: with windows "main" and "second". */
export function dialogStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
  system: DialogSystem,
): void {
  /** Asks in a window; the question is the dialog's title. */
  async function ask(
    window: string,
    title: string,
  ): Promise<{ answer: Promise<unknown>; dialog: ShownDialog }> {
    const answer = shared.app.page(window).call("dialog.ask", "Hello", title);
    return { answer, dialog: await system.dialog("message", title) };
  }

  for (const [name, answer, expected] of [
    ["message", "yes", undefined],
    ["message", "no", undefined],
    ["ask", "yes", true],
    ["ask", "no", false],
    ["confirm", "yes", true],
    ["confirm", "no", false],
  ] as const) {
    story(
      `${name} says ${expected} when it is answered with ${answer}, whatever is on its buttons`,
      async () => {
        const labels = [
          {},
          name === "message" ? { okLabel: "R&D" } : { okLabel: "R&D", cancelLabel: "&No" },
        ];
        for (const [number, options] of labels.entries()) {
          const title = `${name} <b>%s ${answer} ${number}`;
          const output = shared.app.page().call(`dialog.${name}`, "Sure?", { ...options, title });
          await (await system.dialog("message", title))[answer]();
          expect(await output).toBe(expected as never);
          await shared.app.noDialog();
        }
      },
    );
  }

  story(
    "a file that is chosen to be read may be read from then on, and one that is not may not",
    async () => {
      const place = join(system.folder, "chosen ü.txt");
      writeFileSync(place, "Bread, milk");
      const file = system.named(place);
      const reading = () => shared.app.page().call("fs.readTextFile", file);
      await expect(reading()).rejects.toThrow("not in framework.allowlist.fs.scope");
      const open = () =>
        shared.app.page().call("dialog.open", { title: "Choose", defaultPath: file });
      const first = open();
      await (await system.dialog("file", "Choose")).no();
      expect(await first).toBeNull();
      await expect(reading()).rejects.toThrow("not in framework.allowlist.fs.scope");
      await shared.app.noDialog();
      const second = open();
      await (await system.dialog("file", "Choose")).yes();
      expect(await second).toBe(file);
      expect(await reading()).toBe("Bread, milk");
    },
  );

  story("a file that is chosen to be saved may be written from then on", async () => {
    const file = system.named(join(system.folder, "saved ü.txt"));
    const writing = () => shared.app.page().call("fs.writeTextFile", file, "Eggs");
    await expect(writing()).rejects.toThrow("not in framework.allowlist.fs.scope");
    const saving = shared.app.page().call("dialog.save", { title: "Save here", defaultPath: file });
    await (await system.dialog("file", "Save here")).yes();
    expect(await saving).toBe(file);
    await writing();
    expect(await Bun.file(join(system.folder, "saved ü.txt")).text()).toBe("Eggs");
  });

  story("while a dialog is shown, the pages of all windows go on", async () => {
    const { answer, dialog } = await ask("main", "Waiting");
    const goOn = `
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return await __FRAMEWORK__.invoke("test.echo", "still here");`;
    expect(await shared.app.page("main").run(goOn)).toBe("still here");
    expect(await shared.app.page("second").run(goOn)).toBe("still here");
    await dialog.no();
    expect(await answer).toBe(false);
  });

  story("two windows show a dialog each at once, answered in either order", async () => {
    const first = await ask("main", "One");
    const second = await ask("second", "Two");
    const { app } = shared;
    expect(
      (await app.windows())
        .filter(({ type }) => type === "DIALOG")
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(["One", "Two"]);
    await first.dialog.yes();
    expect(await first.answer).toBe(true);
    await second.dialog.no();
    expect(await second.answer).toBe(false);
  });

  story("two dialogs of one window are shown one after the other", async () => {
    const { app } = shared;
    const first = await ask("main", "One");
    const answer = app.page().call("dialog.confirm", "Hello", "Two");
    // Its turn has come to be handled once a later call has been answered.
    await app.page().run(`return await __FRAMEWORK__.invoke("test.echo", 1);`);
    expect(
      (await app.windows()).filter(({ type }) => type === "DIALOG").map(({ title }) => title),
    ).toEqual(["One"]);
    await first.dialog.yes();
    expect(await first.answer).toBe(true);
    await (await system.dialog("message", "Two")).no();
    expect(await answer).toBe(false);
  });

  story(
    "a message waits for a file dialog of its window, and not for that of another",
    async () => {
      const { app } = shared;
      const opened = app.page("main").call("dialog.open", { title: "Files" });
      const chooser = await system.dialog("file", "Files");
      const waiting = app.page("main").call("dialog.message", "Hello", "Waiting");
      const other = await ask("second", "Other");
      expect((await app.windows()).map(({ title }) => title)).not.toContain("Waiting");
      await other.dialog.yes();
      expect(await other.answer).toBe(true);
      await chooser.no();
      expect(await opened).toBeNull();
      await (await system.dialog("message", "Waiting")).yes();
      expect(await waiting).toBeUndefined();
    },
  );
}
