// The abilities of the app's own code, on a real desktop.

import { expect } from "bun:test";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { close, focus, picture, press, readWindow } from "../../harness/x.ts";

const shared = shareSession();

/**
 * Starts the app of the tests with more in its set-up. `reported` reads the events that it emits as
 * `received`.
 */
async function startOwn(
  own: string,
  files: Readonly<Record<string, string>> = {},
): Promise<DisplayApp> {
  const main = JSON.stringify(join(root, "test/fixtures/display-app/main.ts"));
  const app = JSON.stringify(join(root, "src/app/index.ts"));
  const started = await startDisplayApp(shared.session, {
    files: {
      ...files,
      "src-framework/main.ts": `import fixture from ${main}; import { defineApp } from ${app};
        const received = [];
        export default defineApp({
          ...fixture,
          commands: { ...fixture.commands, received: () => received.splice(0) },
          async setup(app) { await fixture.setup?.(app); ${own} },
        });`,
    },
  });
  return started;
}

/** Waits for so many things that the app's code has noted, and takes them. */
async function reported(app: DisplayApp, count: number): Promise<unknown[]> {
  const all: unknown[] = [];
  await waitFor(
    `${count} notes`,
    async () => {
      all.push(
        ...((await app.page().run(`return await __FRAMEWORK__.invoke("received")`)) as unknown[]),
      );
      return all.length >= count;
    },
    { state: () => JSON.stringify(all) },
  );
  return all;
}

onDisplay("the app's own code keeps a window open, and closes it", async () => {
  await using app = await startOwn(`
    let isKept = true;
    app.windows.onCloseRequested((request) => {
      received.push(request.window);
      if (isKept) request.preventDefault();
      isKept = false;
    });`);
  const { id } = await app.window();
  await close(shared.session, id);
  expect(await reported(app, 1)).toEqual(["main"]);
  expect(await app.windows()).toHaveLength(1);
  await close(shared.session, id);
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
});

/** Presses the close button every other second, like an impatient user, until a dialog is there. */
async function pressUntilAsked(app: DisplayApp, id: number): Promise<DialogOnScreen> {
  const isAsked = async () => (await app.windows()).some(({ type }) => type === "DIALOG");
  await focus(shared.session, id);
  await waitFor("the question", async () => {
    // Not by `close`, which gives the window the keyboard: a question that came too late for the
    // last look has it, and is answered with Wait by this.
    await shared.session.start(["xdotool", "key", "--clearmodifiers", "alt+F4"]).endWith(0);
    return await waitFor("it after a press", isAsked, { timeout: 2000 }).catch(() => null);
  });
  return await app.dialog();
}

onDisplay(
  "an app whose own code computes for ever is ended by who presses its close button again",
  async () => {
    // With its last window the app would end without a question: see test/pace/bounded-end.test.ts.
    await using app = await startOwn(
      "app.endWithLastWindow(false); app.windows.onCloseRequested(() => { for (;;); });",
    );
    const { id } = await app.window();
    const dialog = await pressUntilAsked(app, id);
    expect(await dialog.content()).toMatchObject({
      title: "Display App",
      kind: "Warning",
      text: "The app does not respond. To end it loses what is not saved.",
      buttons: ["Wait", "End Now"],
    });
    await dialog.press("Wait");
    await app.noDialog();
    await (await pressUntilAsked(app, id)).press("End Now");
    expect((await app.running.end()).code).toBe(1);
    expect(app.running.report()).toContain(
      "framework: ended by its user, because it did not respond",
    );
  },
);

onDisplay(
  "a window hears its user and is drawn while the app's own code calls it without a pause",
  async () => {
    await using app = await startOwn(`
    app.events.listen("flood", () => setTimeout(() => {
      const main = app.windows.get("main");
      // Few titles: the window manager reads each, and gets none of the windows that follow then.
      for (let n = 0; ; n++) void (n % 1000 === 0 ? main.setTitle("title " + n) : main.state());
    }));`);
    // Its app thread hears of no other end.
    using _ = { [Symbol.dispose]: () => void process.kill(app.pid, "SIGKILL") };
    const { id, area } = await app.window();
    await app
      .page()
      .run(`addEventListener("keydown", () => (document.body.style.background = "rgb(255 0 0)"));`);
    // The page may never report that it has done that.
    void app.page().run(`await __FRAMEWORK__.event.emit("flood");`);
    await waitFor("the titles", async () => {
      const window = await readWindow(shared.session, id);
      return window?.title.startsWith("title") === true;
    });
    await press(shared.session, id, "a");
    const middle = {
      x: area.x + area.width / 2,
      y: area.y + area.height - 20,
      width: 1,
      height: 1,
    };
    await waitFor("the colour", () => picture(shared.session, middle).pixels.join() === "255,0,0");
  },
);

onDisplay(
  "a page gets its files while the app's own code calls a window without a pause",
  async () => {
    await using app = await startOwn(
      `
    app.events.listen("flood", async () => {
      const main = app.windows.get("main");
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      let waiting = 0;
      const call = () => {
        waiting++;
        void main.state().finally(() => waiting--);
      };
      for (;; await turn()) while (waiting < 10_000) call();
    });`,
      { "page/large.txt": "x".repeat(8_000_000) },
    );
    const length = await app.page().run(`
    await __FRAMEWORK__.event.emit("flood");
    return (await (await fetch("large.txt")).text()).length;`);
    expect(length).toBe(8_000_000);
  },
);

onDisplay(
  "a page that computes for ever lets its window be closed by who presses again",
  async () => {
    await using app = await startOwn("");
    await app.page().run(
      `await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => event.preventDefault());
     setTimeout(() => { for (;;); });`,
    );
    const { id } = await app.window();
    const dialog = await pressUntilAsked(app, id);
    expect((await dialog.content()).text).toStartWith("This page does not respond.");
    await dialog.press("End Now");
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  },
);

onDisplay("the app's own code follows what is loaded into its windows", async () => {
  await using app = await startOwn("app.windows.onPageLoad((load) => void received.push(load));");
  const address = (await app.page().run("return location.href")) as string;
  const both = (url: string) => [
    { window: "main", url, stage: "started" },
    { window: "main", url, stage: "finished" },
  ];
  expect(await reported(app, 2)).toEqual(both(address));
  await app.page().run("history.pushState(null, '', '/elsewhere?x#y')");
  await app.page().reload();
  expect(await reported(app, 2)).toEqual(both(new URL("/elsewhere?x#y", address).href));
});

onDisplay("the app's own code hears its key combinations, with a page or without", async () => {
  await using app = await startOwn(
    `await app.shortcuts.register("Ctrl+Alt+K", (shortcut) => void received.push(shortcut));`,
  );
  const press = async (): Promise<void> => {
    const program = shared.session.start(["xdotool", "key", "ctrl+alt+k"]);
    await program.endWith(0);
  };
  await press();
  expect(await reported(app, 1)).toEqual(["Ctrl+Alt+K"]);
  await app.page().reload();
  await press();
  expect(await reported(app, 1)).toEqual(["Ctrl+Alt+K"]);
});
