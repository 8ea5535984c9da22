import { expect } from "bun:test";
import type { PagesApp } from "../support/app/pages-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { close, focus, windowTitled, windows } from "../../harness/x.ts";

/** Listens in pages, and returns their events. */
export function windowEars(shared: { readonly app: PagesApp }) {
  const page = (label = "main") => shared.app.page(label);

  /** Keeps the payloads that a listener of a window gets, in the page; `heard` returns them. */
  async function hear(method: string, label = "main"): Promise<void> {
    await page(label).run(
      `window.unhear?.();
     window.heard = [];
     window.unhear = await __FRAMEWORK__.window.appWindow[args[0]](({ payload }) => void window.heard.push(payload));`,
      method,
    );
  }

  const heard = (label = "main") => page(label).run("return window.heard") as Promise<unknown[]>;
  const last = async (label = "main") => (await heard(label)).at(-1);

  return { page, hear, heard, last };
}

/** The events for pages when a user acts on their window: with windows "main" and "second". */
export function windowEventStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
): void {
  const { page, hear, heard, last } = windowEars(shared);

  async function xdotool(...command: string[]): Promise<void> {
    await shared.app.session.start(["xdotool", ...command]).end();
  }

  story(
    "a window made larger by its user says so once for each size, last with the size it has",
    async () => {
      await hear("onResized");
      const { id } = await shared.app.window();
      await xdotool("windowsize", "--sync", String(id), "440", "330");
      await waitFor("the event", async () =>
        Bun.deepEquals(await last(), { type: "Physical", width: 440, height: 330 }),
      );
      const sizes = await heard();
      expect(new Set(sizes.map((size) => JSON.stringify(size))).size).toBe(sizes.length);
    },
  );

  story("a window that is moved says where it is", async () => {
    await hear("onMoved");
    const { id } = await shared.app.window();
    await xdotool("windowmove", "--sync", String(id), "70", "80");
    const place = () => page().run("return await __FRAMEWORK__.window.appWindow.outerPosition()");
    await waitFor("the event", async () => (await heard()).length > 0);
    await waitFor("its last place", async () => Bun.deepEquals(await last(), await place()));
  });

  story("focus comes and goes", async () => {
    const [main, second] = [await shared.app.window(), await shared.app.window("second")];
    await focus(shared.app.session, main.id);
    // The app hears of it later than the window manager, and would report it to the listener.
    await waitFor("the focus", () =>
      page().run("return await __FRAMEWORK__.window.appWindow.isFocused()"),
    );
    await hear("onFocusChanged");
    await focus(shared.app.session, second.id);
    await focus(shared.app.session, main.id);
    await waitFor("both events", async () => (await heard()).length >= 2);
    expect(await heard()).toEqual([false, true]);
  });

  story("the theme is the one that pages see", async () => {
    const both = `return [
    await __FRAMEWORK__.window.appWindow.theme(),
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  ];`;
    expect(await page().run(both)).toEqual(["light", "light"]);
  });

  story("the close button asks the page, which keeps its window or lets it go", async () => {
    const { session } = shared.app;
    await page().run(
      `new __FRAMEWORK__.window.WebviewWindow("third", { title: "third", width: 300, height: 200 });`,
    );
    await shared.app.pageOpened("third");
    const { id } = await windowTitled(session, "third");
    await page("third").run(
      `window.questions = 0;
     window.mayClose = false;
     await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => {
       window.questions += 1;
       if (!window.mayClose) event.preventDefault();
     });`,
    );
    await close(session, id);
    await waitFor(
      "the question",
      async () => (await page("third").run("return window.questions")) === 1,
    );
    expect((await windows(session)).map(({ title }) => title)).toContain("third");
    await page("third").run("window.mayClose = true;");
    await close(session, id);
    await waitFor("its end", async () =>
      (await windows(session)).every(({ title }) => title !== "third"),
    );
  });

  story("a page that listened and was reloaded does not lock its window", async () => {
    const { session } = shared.app;
    await page().run(
      `new __FRAMEWORK__.window.WebviewWindow("fourth", { title: "fourth", width: 300, height: 200 });`,
    );
    await shared.app.pageOpened("fourth");
    await page("fourth").run(
      "await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => event.preventDefault());",
    );
    await page("fourth").reload();
    await close(session, (await windowTitled(session, "fourth")).id);
    await waitFor("its end", async () =>
      (await windows(session)).every(({ title }) => title !== "fourth"),
    );
  });
}
