import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App, TrayMenuEntry } from "../../src/app/index.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { testOnEach } from "../support/each-system.ts";
import { exampleOf } from "../support/docs-example.ts";
import { actionItem, submenuItem } from "../support/app/menu-items.ts";

const picture = new Uint8Array([1, 2, 3]);

/** An app with `framework.systemTray`, and its own code. */
async function start(setup?: (app: App) => void | Promise<void>, options: MemoryAppOptions = {}) {
  const folder = tempDir();
  const iconPath = join(folder.path, "tray.png");
  writeFileSync(iconPath, picture);
  const app = await startInMemory({
    ...options,
    config: {
      framework: { systemTray: { iconPath, title: "Notes" }, windows: [{}, { label: "second" }] },
    },
    icons: { window: null, tray: { kind: "file", path: iconPath } },
    ...(setup !== undefined && { definition: defineApp({ setup }) }),
  });
  folder[Symbol.dispose]();
  return app;
}

const visible = async ({ services }: MemoryApp): Promise<string[]> => {
  const { labels } = services.windows;
  const states = await Promise.all(labels.map((label) => services.windows.read(label)));
  return labels.filter((_, index) => states[index]?.isVisible);
};

const action = (id: string, text: string) => actionItem(id, { text });

test("the configuration alone makes an icon with a menu", async () => {
  using app = await start();
  expect(app.platform.tray).toEqual({
    id: "org.example.memory",
    icon: Buffer.from(picture),
    title: "Notes",
    tooltip: null,
    menu: [
      action("framework:show", "Show"),
      action("framework:hide", "Hide"),
      { kind: "separator" },
      action("framework:quit", "Quit"),
    ],
    iconAsTemplate: false,
    menuOnLeftClick: true,
  } as never);
});

test("without it there is none", async () => {
  using app = await startInMemory();
  expect(app.platform.tray).toBeNull();
});

test("Quit of the default menu asks each page by beforeunload, and none by close-requested", async () => {
  using app = await start((own) => {
    own.windows.onCloseRequested((request) => request.preventDefault());
  });
  const asked: string[] = [];
  let stays = true;
  app.platform.answers.mayClose = (window) => {
    asked.push(window);
    return !stays || window !== "second";
  };
  app.platform.chooseInTray("framework:quit");
  await waitFor("the second page", () => asked.length === 2);
  await Bun.sleep(0);
  expect([app.platform.exitCode, [...app.platform.windows.keys()]]).toEqual([
    null,
    ["main", "second"],
  ]);
  stays = false;
  app.platform.chooseInTray("framework:quit");
  await waitFor("the end", () => app.platform.exitCode !== null);
  expect(asked).toEqual(["main", "second", "main", "second"]);
});

test("the default menu hides and shows the windows, and quits", async () => {
  using app = await start();
  app.platform.chooseInTray("framework:hide");
  await waitFor("hidden windows", async () => (await visible(app)).length === 0);
  app.platform.chooseInTray("framework:show");
  await waitFor("shown windows", async () => (await visible(app)).length === 2);
  app.platform.chooseInTray("framework:quit");
  await waitFor("the end", () => app.platform.exitCode !== null);
  expect(app.platform.exitCode).toBe(0);
});

test("a left click hides all windows, and another one shows those again", async () => {
  using app = await start();
  await app.services.windows.apply("second", { name: "hide", value: null });
  app.platform.clickTray("left");
  await waitFor("hidden windows", async () => (await visible(app)).length === 0);
  app.platform.clickTray("double");
  app.platform.clickTray("left");
  await waitFor("the shown window", async () => (await visible(app)).length > 0);
  expect(await visible(app)).toEqual(["main"]);
});

test("a left click brings minimized windows back", async () => {
  using app = await start();
  for (const label of ["main", "second"])
    await app.services.windows.apply(label, { name: "minimize", value: null });
  app.platform.clickTray("left");
  await waitFor(
    "the windows",
    async () => !(await app.services.windows.read("second")).isMinimized,
  );
  expect(await visible(app)).toEqual(["main", "second"]);
});

test("pages hear of clicks and of what is chosen", async () => {
  using app = await start(({ tray }) => tray.setMenu([{ id: "sync", text: "Sync" }]));
  const heard: unknown[] = [];
  for (const event of ["framework://tray", "framework://menu"]) {
    await app.page.listen(
      event,
      null,
      false,
      ({ event: name, windowLabel, payload }) => void heard.push([name, windowLabel, payload]),
    );
  }
  app.platform.clickTray("right", { x: 10, y: 20 });
  app.platform.chooseInTray("sync");
  await waitFor("both", () => heard.length === 2);
  expect(heard).toEqual([
    ["framework://tray", "main", { click: "right", position: { x: 10, y: 20 } }],
    ["framework://menu", "main", "sync"],
  ]);
});

const menu: readonly TrayMenuEntry[] = [
  { id: "open", text: "Open", accelerator: "CmdOrCtrl+O" },
  { separator: true },
  { text: "More", items: [{ id: "loud", text: "Loud", checked: false, enabled: false }] },
];

testOnEach(
  "the app's own code decides what is in the menu, and hears what is chosen",
  async (system) => {
    const chosen: string[] = [];
    using app = await start(async ({ tray }) => {
      tray.onMenu((id) => void chosen.push(id));
      await tray.setMenu(menu);
      await tray.changeItem("loud", { checked: true, enabled: true });
      await tray.setTooltip("2 notes");
      await tray.setTitle(null);
      await tray.setIcon(new Uint8Array([9]));
    });
    expect(app.platform.tray).toMatchObject({
      icon: new Uint8Array([9]),
      title: null,
      tooltip: "2 notes",
      menu: [
        {
          ...action("open", "Open"),
          accelerator: { modifiers: [system === "macos" ? "super" : "control"], key: "KeyO" },
        },
        { kind: "separator" },
        submenuItem("More", [{ ...action("loud", "Loud"), checked: true }]),
      ],
    } as never);
    app.platform.chooseInTray("loud");
    await waitFor("the handler", () => chosen.length === 1);
    expect(chosen).toEqual(["loud"]);
  },
);

test("the app's own code takes clicks over", async () => {
  const clicks: unknown[] = [];
  using app = await start(({ tray }) => tray.onClick((click) => void clicks.push(click)));
  app.platform.clickTray("left", { x: 1, y: 2 });
  await waitFor("the handler", () => clicks.length === 1);
  expect(clicks).toEqual([{ click: "left", position: { x: 1, y: 2 } }]);
  expect(await visible(app)).toEqual(["main", "second"]);
});

test("a menu that cannot be used is refused, and the old one stays", async () => {
  using app = await start();
  const { tray } = app.services;
  await tray.setMenu(menu);
  const before = app.platform.tray;
  const twice = tray.setMenu([
    { id: "a", text: "A" },
    { text: "More", items: [{ id: "a", text: "B" }] },
  ]);
  await expect(twice).rejects.toMatchObject({
    code: "bad-argument",
    message: 'Cannot use the menu: "id" is "a" twice, want another for each item',
  });
  await expect(tray.setMenu([{ id: "a", text: "A", accelerator: "Ctrl+" }])).rejects.toMatchObject({
    code: "bad-argument",
  });
  await expect(tray.changeItem("nothing", { text: "B" })).rejects.toMatchObject({
    code: "not-found",
  });
  await tray.setTooltip(null);
  expect(app.platform.tray).toEqual(before);
});

test("a menu that is none is refused with the place, and the one before stays", async () => {
  using app = await start();
  const { tray } = app.services;
  const before = app.platform.tray;
  for (const [menu, reason] of [
    [[{ id: "a" }], '"menu.0.text" is missing'],
    [
      [{ text: "A", items: [{ separator: true }, { id: 1, text: "B" }] }],
      '"menu.0.items.1.id" is 1, it must be a string',
    ],
    [
      [{ id: "a", text: "A", label: "A" }],
      '"menu.0.label" is not an argument it knows (it is "A"): use "id", "text", "enabled", "visible", "checked", "radio", "accelerator" or "icon"',
    ],
    [["Quit"], '"menu.0" is "Quit", it must be an object'],
    [[{ id: 1n, text: "A" }], '"menu.0.id" is [object BigInt], it must be a string'],
    [null, '"menu" is null, it must be a list'],
  ] as const) {
    await expect(tray.setMenu(menu as never)).rejects.toMatchObject({
      code: "bad-argument",
      message: `Cannot run "tray.setMenu": ${reason}`,
    });
  }
  expect(app.platform.tray).toEqual(before);
});

test("an invalid picture is refused", async () => {
  using app = await start();
  await expect(app.services.tray.setIcon(new Uint8Array())).rejects.toMatchObject({
    code: "bad-argument",
  });
  await expect(app.services.tray.setIcon("/nowhere/icon.png")).rejects.toMatchObject({
    code: "not-found",
  });
});

test("an app without the setting gets its icon from its own code", async () => {
  using app = await startInMemory({
    definition: defineApp({ setup: ({ tray }) => tray.setIcon(picture) }),
  });
  expect(app.platform.tray).toMatchObject({ icon: picture, title: "Memory" } as never);
});

test("an icon that was removed comes back as it was set meanwhile", async () => {
  using app = await start();
  const { tray } = app.services;
  const before = app.platform.tray;
  await tray.remove();
  expect(app.platform.tray).toBeNull();
  await tray.remove();
  await tray.setTooltip("2 notes");
  await tray.setMenu(menu);
  expect(app.platform.tray).toBeNull();
  await tray.show();
  expect(app.platform.tray).toMatchObject({
    ...before!,
    tooltip: "2 notes",
    menu: { length: 3 },
  } as never);
  await tray.show();
});

test("another picture makes the icon again, and what is no picture does not", async () => {
  using app = await start(({ tray }) => tray.remove());
  const { tray } = app.services;
  expect(app.platform.tray).toBeNull();
  await expect(tray.setIcon(new Uint8Array())).rejects.toMatchObject({ code: "bad-argument" });
  await tray.setTitle("Notes, 2");
  expect(app.platform.tray).toBeNull();
  await tray.setIcon(new Uint8Array([9]));
  expect(app.platform.tray).toMatchObject({
    icon: new Uint8Array([9]),
    title: "Notes, 2",
  } as never);
});

test("without a picture there is nothing to show, and nothing to remove", async () => {
  using app = await startInMemory();
  await app.services.tray.remove();
  await expect(app.services.tray.show()).rejects.toMatchObject({
    code: "bad-argument",
    message:
      'Cannot show the icon in the tray: give it a picture by "setIcon", or in framework.systemTray',
  });
});

test("an app ends with its last window, tray or not, unless its own code keeps it", async () => {
  using ends = await start();
  for (const label of ["main", "second"]) await ends.services.windows.destroy(label);
  await waitFor("the end", () => ends.platform.exitCode === 0);

  using stays = await start((app) => app.endWithLastWindow(false));
  for (const label of ["main", "second"]) await stays.services.windows.destroy(label);
  await waitFor("no window", () => stays.services.windows.labels.length === 0);
  expect(stays.platform.exitCode).toBeNull();
  stays.platform.chooseInTray("framework:quit");
  await waitFor("the end", () => stays.platform.exitCode === 0);
});

test("a picture that cannot be used takes back nothing that was set after it", async () => {
  using app = await start();
  const { tray } = app.services;
  const bad = tray.setIcon(new Uint8Array()).catch((error: unknown) => error);
  const good = Uint8Array.of(9, 9);
  await Promise.all([bad, tray.setIcon(good), tray.setTitle("Later")]);
  expect(await bad).toMatchObject({ code: "bad-argument" });
  await tray.setTooltip("Tip");
  expect(app.platform.tray).toMatchObject({ icon: good, title: "Later", tooltip: "Tip" });
});

// The how-to pages
// ---------------------------------------------------------------------------------------------

async function startExample(page: string): Promise<MemoryApp> {
  using folder = tempDir({ "main.ts": exampleOf(`docs/how-to/${page}.md`, "defineApp") });
  const { default: definition } = (await import(join(folder.path, "main.ts"))) as {
    default: unknown;
  };
  return await startInMemory({ definition, config: { framework: { windows: [] } } });
}

test("the app of docs/how-to/tray-only.md opens its window once, however often it is chosen", async () => {
  using app = await startExample("tray-only");
  app.platform.chooseInTray("open");
  app.platform.chooseInTray("open");
  await waitFor("the window", () => app.platform.windows.has("main"));
  app.platform.chooseInTray("open");
  app.platform.chooseInTray("quit");
  await waitFor("the end", () => app.platform.exitCode !== null);
  expect(app.platform.exitCode).toBe(0);
});

test("the app of docs/how-to/tray-menu.md starts from any folder", async () => {
  using app = await startExample("tray-menu");
  app.platform.chooseInTray("quit");
  await waitFor("the end", () => app.platform.exitCode !== null);
  expect(app.platform.exitCode).toBe(0);
});
