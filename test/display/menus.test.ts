// Menus of windows, as their user has them: the bar, keys, roles, and menus over the page.

import { expect } from "bun:test";
import type { Node } from "../../harness/accessibility.ts";
import { waitFor } from "../../harness/wait.ts";
import { click, picture, press } from "../../harness/x.ts";
import { onDisplay, shareApp, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareApp({
  windows: ["main", "frameless"],
  config: {
    framework: {
      bundle: { identifier: "org.example.display-app" },
      allowlist: { window: { setMenu: true, popupMenu: true, setDecorations: true } },
      menu: [
        {
          text: "File",
          items: [
            { id: "save", text: "Save _all & go", accelerator: "CmdOrCtrl+S" },
            { id: "off", text: "Off", enabled: false, accelerator: "CmdOrCtrl+O" },
            { separator: true },
            { role: "close" },
          ],
        },
        { text: "Edit", items: [{ role: "copy" }, { role: "paste" }, { role: "selectAll" }] },
        {
          text: "View",
          items: [
            { id: "small", text: "Small", radio: "size", checked: true },
            { id: "large", text: "Large", radio: "size" },
            { id: "wrap", text: "Wrap", checked: true },
          ],
        },
      ],
      windows: [
        { label: "main", title: "main", x: 20, y: 40, width: 560, height: 400 },
        {
          label: "frameless",
          title: "frameless",
          x: 640,
          y: 40,
          width: 400,
          height: 300,
          decorations: false,
        },
      ],
    },
  },
});

/** Lets the page record the events of its menu, and keys. */
async function listen(window: string): Promise<void> {
  await shared.app.page(window).run(`
    if (window.heard === undefined) {
      window.keys = [];
      onkeydown = (event) => window.keys.push(event.key);
      await __FRAMEWORK__.window.appWindow.onMenuClicked(({ payload }) => window.heard.push(payload));
    }
    window.heard = [];
    window.keys.length = 0;`);
}

const heard = (window: string): Promise<unknown> =>
  shared.app.page(window).run("return window.heard;");

const hears = (window: string, id: string): Promise<unknown> =>
  waitFor(`"${id}" in the page`, async () => ((await heard(window)) as string[]).includes(id));

/** The window of a label in the accessibility tree. */
async function frame(label: string): Promise<Node> {
  return await shared.app.tree.find({ role: "frame", name: label });
}

/** An item of a window's bar, also while its menu is closed. */
async function item(label: string, name: string): Promise<Node> {
  const bar = await (await frame(label)).find({ role: "menu bar" });
  return await bar.find({ name, states: ["visible"] });
}

const innerSize = (window: string): Promise<unknown> =>
  shared.app.page(window).run("return [innerWidth, innerHeight];");

async function pressIn(label: string, ...keys: string[]): Promise<void> {
  const { session } = shared.app;
  const { id, area } = await shared.app.window(label);
  await click(session, area.x + 30, area.y + area.height - 30);
  await press(session, id, ...keys);
}

onDisplay("the bar shows the configuration's menu, and the page keeps its size", async () => {
  const bar = await (await frame("main")).find({ role: "menu bar", states: ["showing"] });
  const names = await Promise.all((await bar.children()).map((child) => child.name()));
  expect(names).toEqual(["File", "Edit", "View"]);
  expect(await innerSize("main")).toEqual([560, 400]);
  const { height } = await bar.area();
  expect((await shared.app.window("main")).area.height).toBe(400 + height);
});

onDisplay("the page of its window gets an item, with its text as it is", async () => {
  await listen("main");
  await listen("frameless");
  await (await item("main", "Save _all & go")).press();
  await hears("main", "save");
  expect(await heard("frameless")).toEqual([]);
});

onDisplay(
  "its keys choose it while the page has the keyboard, and the page does not get them",
  async () => {
    await listen("main");
    await pressIn("main", "ctrl+s");
    await hears("main", "save");
    expect(await shared.app.page("main").run("return window.keys;")).toEqual(["Control"]);
  },
);

onDisplay("keys of a disabled item are the page's", async () => {
  await listen("main");
  await pressIn("main", "ctrl+o");
  await waitFor("the page's key", async () =>
    ((await shared.app.page("main").run("return window.keys;")) as string[]).includes("o"),
  );
  expect(await heard("main")).toEqual([]);
});

onDisplay("a page without a menu bar has the menu's keys, and F10 opens the menu", async () => {
  await listen("frameless");
  const bars = await (await frame("frameless")).findAll({ role: "menu bar", states: ["showing"] });
  expect(bars).toEqual([]);
  expect(await innerSize("frameless")).toEqual([400, 300]);
  await pressIn("frameless", "ctrl+s");
  await hears("frameless", "save");
  await listen("frameless");
  const { session } = shared.app;
  const { id } = await shared.app.window("frameless");
  await press(session, id, "F10");
  const menu = await shared.app.tree.find({ role: "window" });
  await menu.find({ role: "menu", name: "View" });
  await press(session, id, "Right", "Return");
  await hears("frameless", "save");
  await shared.app.tree.findNone({ role: "window" });
});

onDisplay(
  "a window that loses its frame loses its bar, and gets it back, and its page keeps its size",
  async () => {
    const { app } = shared;
    const call = (decorations: boolean): Promise<unknown> =>
      app
        .page("main")
        .run("await __FRAMEWORK__.window.appWindow.setDecorations(args[0]);", decorations);
    const bars = async (): Promise<number> =>
      (await (await frame("main")).findAll({ role: "menu bar", states: ["showing"] })).length;
    await call(false);
    await waitFor("no bar", async () => (await bars()) === 0);
    expect(await innerSize("main")).toEqual([560, 400]);
    await call(true);
    await waitFor("the bar", async () => (await bars()) === 1);
    await waitFor(
      "the page's size",
      async () => JSON.stringify(await innerSize("main")) === "[560,400]",
    );
  },
);

onDisplay("choosing an item of a group moves its mark, and a check mark stays", async () => {
  await listen("main");
  const marks = async (): Promise<Record<string, boolean>> => {
    const names = ["Small", "Large", "Wrap"];
    const all = await Promise.all(names.map(async (name) => (await item("main", name)).states()));
    return Object.fromEntries(
      names.map((name, place) => [name, all[place]?.includes("checked") ?? false]),
    );
  };
  expect(await marks()).toEqual({ Small: true, Large: false, Wrap: true });
  await (await item("main", "Large")).press();
  await (await item("main", "Wrap")).press();
  await hears("main", "wrap");
  await waitFor("the mark", async () => (await marks())["Large"]);
  expect(await marks()).toEqual({ Small: false, Large: true, Wrap: true });
});

onDisplay("roles of editing do to the page's text what their keys do", async () => {
  const { app } = shared;
  await app.page("main").run(`
    document.body.innerHTML = "<textarea id=from>copied</textarea><textarea id=to></textarea>";
    document.querySelector("#from").focus();
    window.copied = 0;
    oncopy = () => window.copied++;`);
  const comes = (what: string, code: string): Promise<unknown> =>
    waitFor(what, () => app.page("main").run(`return ${code};`));
  await (await item("main", "Select All")).press();
  await comes("the selection", `document.querySelector("#from").selectionEnd === 6`);
  await (await item("main", "Copy")).press();
  await comes("the copy", "window.copied === 1");
  await app.page("main").run(`document.querySelector("#to").focus();`);
  await (await item("main", "Paste")).press();
  await comes("the text", `document.querySelector("#to").value === "copied"`);
});

onDisplay("a change shows on the screen, while its menu is open", async () => {
  const { app } = shared;
  await app.page("main").run(`
    await __FRAMEWORK__.window.appWindow.setMenu([{ text: "Work", items: [{ id: "sync", text: "Sync" }] }]);`);
  await listen("main");
  await pressIn("main", "F10", "Down");
  const shown = await app.tree.find({ role: "menu item", name: "Sync", states: ["showing"] });
  await app.page("main").run(`
    await __FRAMEWORK__.window.appWindow.changeMenuItem("sync", { text: "Syncing…" });`);
  await waitFor("the text", async () => (await shown.name()) === "Syncing…");
  expect(await shown.states()).toContain("showing");
  await press(app.session, (await app.window("main")).id, "Return");
  await hears("main", "sync");
  await app.page("main").run(`await __FRAMEWORK__.window.appWindow.setMenu(null);`);
  await item("main", "File");
});

onDisplay("a menu over the page is where it should be, and gives what was chosen", async () => {
  const { app } = shared;
  const entries = [
    { id: "rename", text: "Rename" },
    { separator: true },
    { text: "More", items: [{ id: "in", text: "Inner" }] },
  ];
  const at = { x: 100, y: 50 };
  const show = (): Promise<unknown> =>
    app
      .page("main")
      .run("return await __FRAMEWORK__.window.appWindow.popupMenu(...args);", entries, at);
  const bar = await (await frame("main")).find({ role: "menu bar", states: ["showing"] });
  const chosen = show();
  const shown = await app.tree.find({ role: "menu item", name: "Rename", states: ["showing"] });
  const area = await shown.area();
  const barArea = await bar.area();
  expect(Math.abs(area.x - (barArea.x + at.x))).toBeLessThan(10);
  expect(Math.abs(area.y - (barArea.y + barArea.height + at.y))).toBeLessThan(12);
  await shown.press();
  expect(await chosen).toBe("rename");
  const left = show();
  await app.tree.find({ role: "menu item", name: "Rename", states: ["showing"] });
  await press(app.session, (await app.window("main")).id, "Escape");
  expect(await left).toBeNull();
  const inner = show();
  await app.tree.find({ role: "menu item", name: "Rename", states: ["showing"] });
  await press(app.session, (await app.window("main")).id, "Up", "Right", "Return");
  expect(await inner).toBe("in");
  // A second menu leaves the first one alone, which GTK has freed.
  const output = app.running.output.map(({ text }) => text);
  expect(output.filter((text) => text.includes("gtk_menu_shell_deactivate"))).toEqual([]);
});

// WebKitGTK's own rendering, which sessions of tests do without, on Xvfb, which has no compositor.
onDisplay("a menu that closes leaves no hole in a page that does not change", async () => {
  await using app = await startDisplayApp(shared.app.session, {
    env: { WEBKIT_DISABLE_DMABUF_RENDERER: "0" },
    config: {
      framework: {
        bundle: { identifier: "org.example.display-app" },
        menu: [{ text: "File", items: [{ id: "one", text: "One" }] }],
        windows: [{ label: "main", title: "green", x: 300, y: 300, width: 400, height: 300 }],
      },
    },
  });
  await app.page().run("document.documentElement.style.background = 'rgb(0, 200, 0)';");
  const { session } = app;
  const { id, area } = await app.window("green");
  const bar = await app.tree.find({ role: "menu bar", states: ["showing"] });
  const { height } = await bar.area();
  // Below the name of the menu, and so in the open menu.
  const place = { x: area.x + 8, y: area.y + height + 8, width: 20, height: 8 };
  const isPage = (): boolean =>
    picture(session, place).pixels.every((value, at) => value === (at % 3 === 1 ? 200 : 0));
  await waitFor("the page", isPage);
  await press(session, id, "F10");
  await waitFor("the menu", () => !isPage());
  await press(session, id, "Escape");
  await waitFor("the page where the menu was", isPage);
});
