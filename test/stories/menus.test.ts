// Menus of the app and of windows: what is shown, what is chosen, and what roles do.

import { expect, spyOn } from "bun:test";
import { defineApp, type App, type MenuChoice, type MenuEntry } from "../../src/app/index.ts";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import type { MenuItem } from "../../src/contract/ui/index.ts";
import { waitFor } from "../../harness/wait.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { actionItem, submenuItem } from "../support/app/menu-items.ts";
import { rejection, startWithApi } from "../support/page-api.ts";
import { systemHere, testOnEach } from "../support/each-system.ts";

const allow = ["window.setMenu", "window.popupMenu"];
const two = { framework: { windows: [{ label: "main" }, { label: "other" }] } };
const isMac = (): boolean => systemHere() === "macos";

async function startOwn(
  options: MemoryAppOptions = {},
): Promise<MemoryApp & { readonly own: App }> {
  let own: App | undefined;
  const app = await startInMemory({
    allow,
    config: two,
    ...options,
    definition: defineApp({ setup: (given) => void (own = given) }),
  });
  return Object.assign(app, { own: own as App });
}

const save: MenuEntry = { id: "save", text: "Save", accelerator: "CmdOrCtrl+S" };
const fileMenu: readonly MenuEntry[] = [{ text: "File", items: [save] }];
const saveItem = (): MenuItem =>
  actionItem("save", {
    text: "Save",
    accelerator: parseAccelerator("CmdOrCtrl+S", systemHere()),
    takesKeys: true,
  });

testOnEach("the configuration's menu is in each window before its page", async () => {
  const menu = [
    {
      text: "File",
      items: [{ id: "save", text: "Save", accelerator: "CmdOrCtrl+S" }, { separator: true }],
    },
  ];
  using app = await startInMemory({ config: { framework: { ...two.framework, menu } } });
  const items = [submenuItem("File", [saveItem(), { kind: "separator" }])];
  expect([...app.platform.menus.shown]).toEqual([
    ["main", items],
    ["other", items],
  ]);
  const calls = app.platform.recorded.map(({ call }) => call);
  expect(calls.indexOf("menu.set")).toBeLessThan(calls.indexOf("window.create"));
});

testOnEach(
  "a window with a menu of its own has that one, and the app's again without",
  async () => {
    using app = await startOwn();
    const shown = { get: (label: string) => app.platform.menus.shown.get(label) };
    await app.own.menu.set(fileMenu);
    const main = app.own.windows.get("main");
    await main?.setMenu([save]);
    expect([shown.get("main"), shown.get("other")]).toEqual([
      [saveItem()],
      [submenuItem("File", [saveItem()])],
    ]);
    await main?.setMenu([]);
    expect(shown.get("main")).toEqual([]);
    await main?.setMenu(null);
    expect(shown.get("main")).toEqual([submenuItem("File", [saveItem()])]);
    await app.own.menu.set(null);
    expect(app.platform.menus.shown.size).toBe(0);
  },
);

testOnEach("a window that opens later has the app's menu", async () => {
  using app = await startOwn();
  await app.own.menu.set(fileMenu);
  await app.own.windows.open("late");
  expect(app.platform.menus.shown.get("late")).toEqual([submenuItem("File", [saveItem()])]);
});

testOnEach(
  "a choice reaches the app's own code and the page of its window, and no other page",
  async () => {
    using app = await startOwn();
    const chosen: MenuChoice[] = [];
    const end = app.own.menu.onChoose((choice) => void chosen.push(choice));
    await app.own.menu.set(fileMenu);
    const heard: string[] = [];
    for (const label of ["main", "other"])
      await app
        .pageOf(label)
        .listen("framework://menu", label, false, ({ payload }) =>
          heard.push(`${label} ${String(payload)}`),
        );
    app.platform.chooseInMenu("other", "save");
    await waitFor("the page", () => heard.length > 0);
    expect(heard).toEqual(["other save"]);
    expect(chosen).toEqual([{ id: "save", window: "other", file: null }]);
    end();
    app.platform.chooseInMenu("other", "save");
    await waitFor("the page", () => heard.length > 1);
    expect(chosen).toHaveLength(1);
  },
);

testOnEach("a handler of choices that fails is reported, and the others still run", async () => {
  using app = await startOwn();
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  const failed: unknown[] = [];
  const chosen: string[] = [];
  app.own.onError(({ error, preventDefault }) => {
    failed.push(error);
    preventDefault();
  });
  app.own.menu.onChoose(() => {
    throw new RangeError("in the handler");
  });
  app.own.menu.onChoose(({ id }) => void chosen.push(id));
  await app.own.menu.set(fileMenu);
  app.platform.chooseInMenu("other", "save");
  await waitFor("the report", () => failed.length > 0);
  expect(failed).toEqual([new RangeError("in the handler")]);
  expect(chosen).toEqual(["save"]);
  output.mockRestore();
});

testOnEach("an item changes where it is; one that is not there is an error", async () => {
  using app = await startOwn();
  await app.own.menu.set(fileMenu);
  await app.own.menu.changeItem("save", { enabled: false, text: "Saved" });
  const shown = app.platform.menus.shown.get("main");
  expect(shown).toEqual([
    submenuItem("File", [{ ...saveItem(), enabled: false, text: "Saved" } as MenuItem]),
  ]);
  expect(await rejection(app.own.menu.changeItem("open", {}))).toBe(
    'not-found: Cannot change the menu item "open": it must be the id of an item of the menu',
  );
});

testOnEach(
  "choosing an item of a group moves the mark, and a check mark stays as the app set it",
  async () => {
    using app = await startOwn();
    const marks = (): unknown =>
      app.platform.menus.shown
        .get("main")
        ?.map((item) => (item.kind === "action" ? [item.id, item.checked, item.isRadio] : null));
    await app.own.menu.set([
      { id: "small", text: "Small", radio: "size", checked: true },
      { id: "large", text: "Large", radio: "size" },
      { id: "wrap", text: "Wrap", checked: true },
    ]);
    expect(marks()).toEqual([
      ["small", true, true],
      ["large", false, true],
      ["wrap", true, false],
    ]);
    app.platform.chooseInMenu("main", "large");
    app.platform.chooseInMenu("main", "wrap");
    await waitFor("the mark", () => JSON.stringify(marks())?.includes('["large",true,true]'));
    expect(marks()).toEqual([
      ["small", false, true],
      ["large", true, true],
      ["wrap", true, false],
    ]);
  },
);

testOnEach(
  "roles have the system's keys, and what a system has no use for is left out, with its lines",
  async () => {
    using app = await startOwn();
    await app.own.menu.set([
      { role: "hide" },
      { separator: true },
      { role: "copy" },
      { role: "close" },
      { role: "reload" },
      { separator: true },
      { role: "quit" },
    ]);
    const keys = (text: string) => parseAccelerator(text, systemHere());
    const role = (
      name: "copy" | "close" | "quit",
      accelerator: string | null,
      takesKeys: boolean,
    ): MenuItem =>
      actionItem(`framework:role:${name}`, {
        role: name,
        text: null,
        accelerator: accelerator === null ? null : keys(accelerator),
        takesKeys,
      });
    const copyAndClose = [role("copy", "CmdOrCtrl+C", isMac()), role("close", "CmdOrCtrl+W", true)];
    const quit = role("quit", systemHere() === "windows" ? null : "Ctrl+Q", true);
    expect<unknown>(app.platform.menus.shown.get("main")).toEqual(
      isMac() ? copyAndClose : [...copyAndClose, { kind: "separator" }, quit],
    );
  },
);

for (const [role, done] of [
  ["copy", ["main", "copy"]],
  ["pasteAndMatchStyle", ["main", "pasteAndMatchStyle"]],
  ["reload", ["main", "reload"]],
  ["devTools", ["main", "devTools"]],
] as const)
  testOnEach(
    `the role "${role}" is done to the page of its window, and is not reported`,
    async () => {
      using app = await startOwn();
      const chosen: MenuChoice[] = [];
      app.own.menu.onChoose((choice) => void chosen.push(choice));
      app.platform.chooseInMenu("main", `framework:role:${role}`);
      await waitFor("the deed", () => app.platform.acts.length > 0);
      expect<unknown>(app.platform.acts).toEqual([done]);
      expect(chosen).toEqual([]);
    },
  );

testOnEach("roles of windows and of the app do what they say", async () => {
  const texts: string[] = [];
  using app = await startOwn({ answers: { message: ({ text }) => (texts.push(text), 0) } });
  const choose = (role: string): void =>
    app.platform.chooseInMenu("main", `framework:role:${role}`);
  const state = () => app.services.windows.read("main");
  choose("minimize");
  await waitFor("the window to go down", async () => (await state()).isMinimized);
  choose("zoom");
  await waitFor("the window to fill the screen", async () => (await state()).isMaximized);
  choose("fullScreen");
  await waitFor("the full screen", async () => (await state()).isFullscreen);
  choose("about");
  await waitFor("the words about it", () => texts.length > 0);
  expect(texts[0]).toStartWith("Memory");
  choose("close");
  await waitFor("the end of the window", () => !app.platform.windows.has("main"));
  app.platform.chooseInMenu(null, "framework:role:quit");
  await waitFor("the end of the app", () => app.platform.exitCode === 0);
});

testOnEach(
  "the list of windows has each by its title, follows them, and brings them to the front",
  async () => {
    using app = await startOwn();
    await app.own.menu.set([{ role: "windowList" }]);
    const listed = (): unknown => {
      const [list] = app.platform.menus.shown.get("main") ?? [];
      return list?.kind === "submenu"
        ? list.items.map((item) => item.kind === "action" && item.text)
        : null;
    };
    const title = app.own.windows.get("main") as NonNullable<
      ReturnType<typeof app.own.windows.get>
    >;
    await title.setTitle("First");
    await app.own.windows.get("other")?.setTitle("Second");
    expect(listed()).toEqual(["First", "Second"]);
    await app.own.windows.open("third", { title: "Third" });
    expect(listed()).toEqual(["First", "Second", "Third"]);
    app.platform.chooseInMenu("main", "framework:window:other");
    await waitFor(
      "the other window",
      async () => (await app.services.windows.read("other")).isFocused,
    );
    await app.own.windows.get("third")?.destroy();
    expect(listed()).toEqual(["First", "Second"]);
  },
);

testOnEach("a menu over a page gives the id, null for none, and does roles by itself", async () => {
  using running = await startWithApi({ allow });
  const { app, api } = running;
  const { popups } = app.platform.menus;
  const entries = [{ id: "rename", text: "Rename" }, { role: "copy" }] as const;
  const show = async (choice: string | null): Promise<string | null> => {
    const chosen = api.window.appWindow.popupMenu(entries, { x: 3, y: 4 });
    const popup = await waitFor("the menu", () => popups.get("main"));
    expect(popup.at).toEqual({ x: 3, y: 4 });
    popup.choose(choice);
    return await chosen;
  };
  expect(await show("rename")).toBe("rename");
  expect(await show(null)).toBeNull();
  expect(await show("framework:role:copy")).toBeNull();
  expect(app.platform.acts).toEqual([["main", "copy"]]);
  const atPointer = running.api.window.appWindow.popupMenu(entries);
  const popup = await waitFor("the menu", () => popups.get("main"));
  expect(popup.at).toBeNull();
  popup.choose(null);
  expect(await atPointer).toBeNull();
});

testOnEach("a menu over a page of which nothing is shown gives null at once", async (system) => {
  using running = await startWithApi({ allow });
  // In development alone; on Linux and Windows nowhere.
  const notShown = system === "macos" ? "reload" : "services";
  for (const entries of [
    [],
    [{ id: "a", text: "A", visible: false }],
    [{ separator: true }],
    [{ role: notShown }],
  ] as const)
    expect(await running.api.window.appWindow.popupMenu(entries)).toBeNull();
});

testOnEach("a page that goes away takes its menu along", async () => {
  using app = await startInMemory({ allow });
  const { popups } = app.platform.menus;
  void app.page.invoke("window.popupMenu", { entries: [{ id: "a", text: "A" }] }).catch(() => {});
  await waitFor("the menu", () => popups.has("main"));
  app.platform.navigate("main");
  await waitFor("its end", () => !popups.has("main"));
});

testOnEach("a page sets the menu of its window, hears it, and changes it", async () => {
  using running = await startWithApi({ allow });
  const { app, api } = running;
  const { appWindow } = api.window;
  await appWindow.setMenu(fileMenu);
  const heard: string[] = [];
  await appWindow.onMenuClicked(({ payload }) => heard.push(payload));
  app.platform.chooseInMenu("main", "save");
  await waitFor("the page", () => heard.length > 0);
  expect(heard).toEqual(["save"]);
  await appWindow.changeMenuItem("save", { text: "Save As" });
  expect(JSON.stringify(app.platform.menus.shown.get("main"))).toContain("Save As");
  await appWindow.setMenu(null);
  expect(app.platform.menus.shown.has("main")).toBe(false);
});

const nested = (depth: number): MenuEntry =>
  depth === 0 ? save : { text: String(depth), items: [nested(depth - 1)] };

for (const [what, entries, reason] of [
  ["an id twice", [save, save], '"id" is "save" twice, want another for each item'],
  [
    "an id of the framework's",
    [{ id: "framework:role:quit", text: "Quit" }],
    '"id" is "framework:role:quit", want one that does not begin with "framework:"',
  ],
  [
    "keys that texts need",
    [{ id: "a", text: "A", accelerator: "Shift+A" }],
    `"accelerator" is "Shift+A", which texts need: want Control, Alt or the system's key with it`,
  ],
  ["menus in one another", [nested(11)], "it has menus in one another 11 deep, want at most 10"],
  [
    "a path for a picture",
    [{ id: "a", text: "A", icon: "/etc/passwd" }],
    '"icon" is "/etc/passwd", want the bytes of a picture; only own code gives paths',
  ],
  [
    "bytes that are no picture",
    [{ id: "a", text: "A", icon: new Uint8Array([1, 2, 3]) }],
    '"icon" is no picture: want a PNG, JPEG, GIF, BMP, ICO or WebP of at most 8 MB',
  ],
] as const satisfies readonly (readonly [string, readonly MenuEntry[], string])[])
  testOnEach(
    `${what} is refused by name, from pages and own code, and the menu stays`,
    async () => {
      using app = await startOwn();
      await app.own.menu.set(fileMenu);
      const before = app.platform.menus.shown.get("main");
      const fromPage = app.page.invoke("window.setMenu", { entries: entries as never });
      expect(await rejection(fromPage)).toContain(reason);
      if (what !== "a path for a picture")
        expect(await rejection(app.own.menu.set(entries))).toContain(reason);
      expect(app.platform.menus.shown.get("main")).toBe(before as never);
    },
  );

testOnEach("a malformed entry is refused with the names of its fields", async () => {
  using app = await startOwn();
  const set = app.page.invoke("window.setMenu", { entries: [{ id: "a", label: "A" }] } as never);
  expect(await rejection(set)).toStartWith('bad-argument: Cannot run "window.setMenu": "entries.0');
  expect(await rejection(app.own.menu.set([{ role: "qit" } as never]))).toContain(
    '"menu.0.role" is "qit"',
  );
});

testOnEach("a window that closes forgets its menu", async () => {
  using app = await startOwn();
  await app.own.windows.get("other")?.setMenu([save]);
  await app.own.windows.get("other")?.destroy();
  await app.own.windows.open("other");
  expect(app.platform.menus.shown.has("other")).toBe(false);
  expect(
    await rejection(app.page.invoke("window.setMenu", { label: "gone", entries: [] })),
  ).toStartWith("not-found");
});
