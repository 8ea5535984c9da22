import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DialogRole, DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { waitFor } from "../../harness/wait.ts";
import { click, windows, windowTitled } from "../../harness/x.ts";
import { run } from "../../harness/x-program.ts";
import { ownCode, type Kind, type PacedApp } from "./paced-app.ts";

/** Something that a person does to an app, with a pause of so many seconds in the middle. */
export interface Story {
  readonly name: string;
  /** It takes the pointer, or ends what others wait for: it gets an app to itself. */
  readonly isAlone?: true;
  /** The window it has to itself, where it shows dialogs, or hides it. */
  readonly window?: string;
  /** Default: both. */
  readonly kind?: Kind;
  run(paced: PacedApp, seconds: number): Promise<void>;
}

let opened = 0;
const pass = (seconds: number) => Bun.sleep(seconds * 1000);

/** Leaves a dialog open. */
async function leaveOpen(
  { app }: PacedApp,
  window: string,
  seconds: number,
  dialog: {
    readonly role: DialogRole;
    readonly call: string;
    readonly args: (title: string) => readonly unknown[];
    readonly end: (dialog: DialogOnScreen) => Promise<void>;
    readonly answer: unknown;
  },
): Promise<void> {
  const title = `${dialog.call} ${seconds}`;
  const answer = app.page(window).call(dialog.call, ...dialog.args(title));
  const shown = await app.dialog(dialog.role, title);
  await pass(seconds);
  await dialog.end(shown);
  expect(await answer).toEqual(dialog.answer);
  await shown.gone();
}

/** The windows that X shows, menus among them. */
async function shownWindows({ app: { session } }: PacedApp): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      const found = await run(session, ["xdotool", "search", "--onlyvisible", "--class", "."]);
      return found.trim().split("\n").length;
    } catch (error) {
      // One that goes away while they are asked, one by one, ends the program.
      if (tries === 20 || !String(error).includes("BadWindow")) throw error;
    }
  }
}

export const stories: readonly Story[] = [
  {
    name: "a context menu is left open",
    isAlone: true,
    async run(paced, seconds) {
      const { app } = paced;
      const { area } = await windowTitled(app.session, "main");
      const before = await shownWindows(paced);
      const right = [
        "xdotool",
        "mousemove",
        String(area.x + 200),
        String(area.y + 250),
        "click",
        "3",
      ];
      await click(app.session, area.x + 200, area.y + 250);
      await run(app.session, right);
      await waitFor("the context menu", async () => (await shownWindows(paced)) > before);
      await pass(seconds);
      await run(app.session, ["xdotool", "key", "Escape"]);
      await waitFor("the end of the menu", async () => (await shownWindows(paced)) === before);
      expect(await app.page().run("return 'still here'")).toBe("still here");
    },
  },
  {
    name: "the app's code changes",
    isAlone: true,
    kind: "framework dev",
    async run({ app }, seconds) {
      const before = app.pageCount("main");
      // It gets no answer any more.
      void app.page().run("await __FRAMEWORK__.invoke('test.hold')");
      await pass(seconds);
      writeFileSync(
        join(app.folder, "src-framework/main.ts"),
        ownCode(
          `export default { commands: { ...app.commands, "pace.version": () => ${seconds} } };`,
        ),
      );
      await app.pageOpened("main", before + 1);
      expect(await app.page().run("return await __FRAMEWORK__.invoke('pace.version')")).toBe(
        seconds,
      );
    },
  },
  {
    name: "calls wait for their answers",
    async run({ app }, seconds) {
      const calls = Array.from({ length: 5 }, (_, index) =>
        app.page().run("return await __FRAMEWORK__.invoke('pace.answer', args[0])", {
          seconds,
          text: `${index}`,
        }),
      );
      expect(await Promise.all(calls)).toEqual(["0", "1", "2", "3", "4"]);
    },
  },
  {
    name: "a message dialog is left open",
    window: "message",
    run: (paced, seconds) =>
      leaveOpen(paced, "message", seconds, {
        role: "alert",
        call: "dialog.ask",
        args: (title) => ["Sure?", title],
        end: (dialog) => dialog.press("Yes"),
        answer: true,
      }),
  },
  {
    name: "a dialog to open a file is left open",
    window: "open",
    run: (paced, seconds) =>
      leaveOpen(paced, "open", seconds, {
        role: "file chooser",
        call: "dialog.open",
        args: (title) => [{ title }],
        end: (dialog) => dialog.press("Cancel"),
        answer: null,
      }),
  },
  {
    name: "a dialog to save a file is left open",
    window: "save",
    run: (paced, seconds) =>
      leaveOpen(paced, "save", seconds, {
        role: "file chooser",
        call: "dialog.save",
        args: (title) => [{ title, defaultPath: join(paced.app.session.home, "paced.txt") }],
        end: (dialog) => dialog.press("Save"),
        answer: join(paced.app.session.home, "paced.txt"),
      }),
  },
  {
    name: "a page hears an event",
    async run({ app }, seconds) {
      const heard = await app.page().run(
        `const { event, invoke } = __FRAMEWORK__;
        const heard = Promise.withResolvers();
        const stop = await event.listen("paced", ({ payload }) => heard.resolve(payload));
        await invoke("pace.emit", { seconds: args[0], payload: "after " + args[0] });
        await heard.promise.finally(stop);
        return await heard.promise;`,
        seconds,
      );
      expect(heard).toBe(`after ${seconds}`);
    },
  },
  {
    name: "a download stands still in its middle",
    async run({ app, server }, seconds) {
      const code = `
        const { fetch, ResponseType } = __FRAMEWORK__.http;
        return (await fetch(args[0], { method: "GET", responseType: ResponseType.Text, timeout: 300 })).data;`;
      expect(await app.page().run(code, `${server.url}/halves/${seconds}`)).toBe(
        "one half, the other half",
      );
    },
  },
  {
    name: "a file is written, and read later",
    async run({ app }, seconds) {
      const code = `
        const { fs: { writeTextFile, readTextFile, removeFile, BaseDirectory } } = __FRAMEWORK__;
        const [name, text, pause] = args;
        await writeTextFile(name, text, { dir: BaseDirectory.Home });
        await new Promise((pass) => setTimeout(pass, pause));
        const read = await readTextFile(name, { dir: BaseDirectory.Home });
        await removeFile(name, { dir: BaseDirectory.Home });
        return read === text;`;
      const text = `after ${seconds}\n`.repeat(100_000);
      expect(await app.page().run(code, `paced-${seconds}.txt`, text, seconds * 1000)).toBe(true);
    },
  },
  {
    name: "a window is minimised for a while",
    window: "minimised",
    async run({ app }, seconds) {
      const change = (how: string) =>
        app.page("minimised").run(`await __FRAMEWORK__.window.appWindow.${how}()`);
      const isHidden = async () =>
        (await windows(app.session))
          .find(({ title }) => title === "minimised")
          ?.states.includes("HIDDEN");
      await change("minimize");
      await waitFor("the window to be minimised", isHidden);
      await pass(seconds);
      await change("unminimize");
      await waitFor("the window to be shown again", async () => (await isHidden()) === false);
    },
  },
  {
    name: "a program runs",
    async run({ app }, seconds) {
      const code =
        "return (await new __FRAMEWORK__.shell.Command('sleep', [args[0]]).execute()).code";
      expect(await app.page().run(code, String(seconds))).toBe(0);
    },
  },
  {
    name: "the update server takes its time",
    kind: "framework dev",
    async run({ app, server }, seconds) {
      server.feedPause = seconds * 1000;
      const answer = await app
        .page()
        .call("updater.checkUpdate")
        .catch((error: Error) => error.message);
      // The app waits for half a minute.
      if (seconds < 30) expect(answer).toEqual({ shouldUpdate: false });
      else expect(answer).toContain("nothing came for 30000 ms");
    },
  },
  {
    name: "the tray is clicked, and its menu chosen from",
    async run({ app, tray }, seconds) {
      await pass(seconds);
      const icon = await tray.icon();
      await tray.choose(icon, "Show");
      expect((await tray.menu(icon)).root.items.length).toBeGreaterThan(0);
      expect(await app.page().run("return 'still here'")).toBe("still here");
    },
  },
  {
    // The first takes the view that was kept in store, the second finds none.
    name: "two more windows are open",
    async run({ app }, seconds) {
      const labels = [`window${++opened}`, `window${++opened}`];
      await app
        .page()
        .run(
          `for (const label of args[0]) new __FRAMEWORK__.window.WebviewWindow(label, { title: label, x: 10, y: 500, width: 300, height: 200 });`,
          labels,
        );
      for (const label of labels) await app.pageOpened(label);
      await pass(seconds);
      for (const label of labels)
        expect(await app.page(label).run("return document.title")).toBe("Test page");
      for (const label of labels) {
        void app
          .page(label)
          .run("await __FRAMEWORK__.window.appWindow.close()")
          .catch(() => {});
        await waitFor(`the end of ${label}`, async () =>
          (await app.windows()).every(({ title }) => title !== label),
        );
      }
    },
  },
];
