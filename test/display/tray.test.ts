// The icon in the system tray, with a desktop that the test plays.

import { afterAll, beforeAll, describe, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeIco } from "../../src/cli/icon/files.ts";
import { pictureFormat } from "../../src/contract/picture/picture-format.ts";
import {
  onDisplay,
  shareSession,
  startDisplayApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { missingPrograms, type Session } from "../../harness/display.ts";
import {
  startMockTrayHost,
  type MockTrayHost,
  type PanelItem,
} from "../../harness/mock-tray-host.ts";
import { halves, trayMain, trayStories, trayStoryMain } from "./tray-stories.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();
const doubleClickTime = 400;

async function startWithTray(
  session: Session,
  own: DisplayAppOptions["files"] | null = null,
  bytes: Uint8Array = halves(32),
): Promise<DisplayApp> {
  const iconPath = join(session.folder, `tray.${pictureFormat(bytes)}`);
  writeFileSync(iconPath, bytes);
  return startDisplayApp(session, {
    config: { framework: { systemTray: { iconPath } } },
    files: own ?? {},
  });
}

const plain = ({ properties, items }: PanelItem): unknown =>
  items.length === 0 ? properties : { ...properties, items: items.map(plain) };

const isShown = async (app: DisplayApp): Promise<boolean> =>
  (await app.windows()).some(({ isMapped }) => isMapped);

onDisplay(
  "the configuration alone gives an icon, a menu, and a click that hides and shows the windows",
  async () => {
    await using host = await startMockTrayHost(shared.session);
    await using app = await startWithTray(shared.session);
    const icon = await host.icon();
    const read = (name: string): Promise<unknown> => host.property(icon, name);
    expect([
      await read("Category"),
      await read("Id"),
      await read("Title"),
      await read("Status"),
      await read("ItemIsMenu"),
    ]).toEqual(["ApplicationStatus", "org.example.display-app", "Display App", "Active", false]);
    expect(await read("ToolTip")).toEqual(["", [], "Display App", ""]);
    const pixmaps = (await read("IconPixmap")) as [number, number, Buffer][];
    expect(pixmaps.map(([width, height, pixels]) => [width, height, pixels.length])).toEqual([
      [22, 22, 22 * 22 * 4],
      [32, 32, 32 * 32 * 4],
    ]);
    const [, , whole] = pixmaps[1]!;
    expect([[...whole.subarray(0, 4)], [...whole.subarray(31 * 4, 32 * 4)]]).toEqual([
      [255, 255, 0, 0],
      [255, 0, 0, 255],
    ]);

    const { root: menu } = await host.menu(icon);
    expect(plain(menu)).toEqual({
      "children-display": "submenu",
      items: [{ label: "Show" }, { label: "Hide" }, { type: "separator" }, { label: "Quit" }],
    });

    await host.click(icon, "Activate", 5, 6);
    await waitFor("hidden windows", async () => !(await isShown(app)));
    // A click that comes sooner makes a double click with the one before.
    await Bun.sleep(doubleClickTime + 100);
    await host.click(icon, "Activate", 5, 6);
    await waitFor("shown windows", () => isShown(app));
    await host.choose(icon, "Hide");
    await waitFor("hidden windows", async () => !(await isShown(app)));
    await host.choose(icon, "Show");
    await waitFor("shown windows", () => isShown(app));
    await host.choose(icon, "Quit");
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  },
);

onDisplay("an .ico of PNG pictures is shown by its largest one", async () => {
  await using host = await startMockTrayHost(shared.session);
  const ico = writeIco([16, 32].map((size) => ({ size, png: halves(size) })));
  await using _ = await startWithTray(shared.session, null, ico);
  const pixmaps = (await host.property(await host.icon(), "IconPixmap")) as [
    number,
    number,
    Buffer,
  ][];
  expect(pixmaps.map(([width, height]) => [width, height])).toEqual([
    [22, 22],
    [32, 32],
  ]);
});

describe("stories of the icon", () => {
  let app: DisplayApp;
  let host: MockTrayHost;
  if (missingPrograms().length === 0) {
    beforeAll(async () => {
      host = await startMockTrayHost(shared.session);
      app = await startWithTray(shared.session, trayStoryMain);
    });
    afterAll(async () => {
      await app?.[Symbol.asyncDispose]();
      await host?.[Symbol.asyncDispose]();
    });
  }

  trayStories(
    {
      get app() {
        return app;
      },
      hand: {
        async click(kind) {
          const icon = await host.icon();
          const method = kind === "middle" ? "SecondaryActivate" : "Activate";
          for (let count = kind === "double" ? 2 : 1; count > 0; count--)
            await host.click(icon, method, 1, 2);
          return { x: 1, y: 2 };
        },
        async choose(place) {
          const icon = await host.icon();
          const { root: menu } = await host.menu(icon);
          await host.choose(icon, String(menu.items[place]?.properties["label"]));
        },
      },
    },
    onDisplay,
  );
});

const ownMenu = `
  const menu = [
    { id: "open", text: "_Open & close", accelerator: "CmdOrCtrl+Shift+O" },
    { separator: true },
    { id: "off", text: "Off", enabled: false },
    { text: "More", items: [{ id: "loud", text: "Loud", checked: false }, { id: "late", text: "Late" }] },
  ];
  await tray.setMenu(menu);
  tray.onMenu(async (id) => {
    if (id === "loud") await tray.changeItem("loud", { checked: true });
    if (id === "late") {
      await tray.setTitle("Later");
      await tray.setTooltip("Too late");
      await tray.setIcon(${JSON.stringify("ICON")});
      await tray.setMenu([{ id: "new", text: "New" }]);
    }
  });`;

onDisplay("the app's own menu is shown, reports its clicks, and changes", async () => {
  await using host = await startMockTrayHost(shared.session);
  const other = join(shared.session.folder, "other.png");
  writeFileSync(other, halves(16));
  await using app = await startWithTray(shared.session, trayMain(ownMenu.replace("ICON", other)));
  const icon = await host.icon();
  const { revision, root: menu } = await host.menu(icon);
  expect(plain(menu)).toEqual({
    "children-display": "submenu",
    items: [
      { label: "__Open & close", shortcut: [["Control", "Shift", "o"]] },
      { type: "separator" },
      { label: "Off", enabled: false },
      {
        label: "More",
        "children-display": "submenu",
        items: [
          { label: "Loud", "toggle-type": "checkmark", "toggle-state": 0 },
          { label: "Late" },
        ],
      },
    ],
  });
  const more = menu.items[3]!;
  expect((await host.menu(icon, more.number)).root).toEqual(more);
  expect((await host.menu(icon, 0, 1)).root.items[3]?.items).toEqual([]);
  expect(await host.askMenu(icon, "GetGroupProperties", "aias", [[more.number], []])).toEqual([
    [more.number, more.properties],
  ]);
  expect(await host.askMenu(icon, "AboutToShow", "i", [more.number])).toBe(false);

  await app.page().run(`
    window.heard = [];
    await __FRAMEWORK__.tray.onTrayMenu((id) => heard.push(id));`);
  await host.choose(icon, "Off");
  await host.event(icon, menu.items[0]!.number, "hovered");
  host.signals.length = 0;
  await host.choose(icon, "Loud");
  await host.signal("LayoutUpdated");
  const changed = await host.menu(icon);
  expect(changed.revision).toBeGreaterThan(revision);
  expect(changed.root.items[3]?.items[0]?.properties["toggle-state"]).toBe(1);
  // An item of the menu that is gone.
  await host.event(icon, menu.items[0]!.number);
  await host.choose(icon, "Late");
  for (const signal of ["NewTitle", "NewToolTip", "NewIcon"]) await host.signal(signal);
  await waitFor("the new menu", async () => (await host.menu(icon)).root.items.length === 1);
  expect(await host.property(icon, "Title")).toBe("Later");
  expect(await host.property(icon, "ToolTip")).toEqual(["", [], "Too late", ""]);
  expect((await host.property(icon, "IconPixmap")) as unknown[]).toHaveLength(1);
  await host.choose(icon, "New");
  await waitFor(
    "all that was chosen",
    async () => (await app.page().run("return heard.length")) === 3,
  );
  expect(await app.page().run("return heard")).toEqual(["loud", "late", "new"]);
});

onDisplay(
  "the icon goes for every panel when the app removes it, and comes back as it was",
  async () => {
    await using host = await startMockTrayHost(shared.session);
    await using app = await startWithTray(
      shared.session,
      trayMain(`await tray.setMenu([{ id: "away", text: "Away" }, { id: "stay", text: "Stay" }]);
     tray.onMenu(async (id) => {
       if (id !== "away") return;
       await tray.remove();
       await tray.setTooltip("Back again");
       app.events.emit("away");
     });
     app.events.listen("back", () => void tray.show());`),
    );
    await app.page().run(`
    window.isAway = 0;
    await __FRAMEWORK__.event.listen("away", () => void window.isAway++);`);
    for (let round = 0; round < 3; round++) {
      const icon = await host.icon(round);
      expect(
        (await host.menu(icon)).root.items.map(({ properties }) => properties["label"]),
      ).toEqual(["Away", "Stay"]);
      // The icon goes away during its answer.
      await host.choose(icon, "Away").catch(() => {});
      await host.gone(icon);
      await waitFor(
        "the page",
        async () => (await app.page().run("return window.isAway")) === round + 1,
      );
      await app.page().run(`await __FRAMEWORK__.event.emit("back");`);
    }
    expect(await host.property(await host.icon(3), "ToolTip")).toEqual(["", [], "Back again", ""]);
    expect(app.running.output.filter(({ text }) => text.includes("systemTray"))).toEqual([]);
  },
);

onDisplay(
  "the icon comes when the desktop begins to show icons, and comes back when it starts again",
  async () => {
    await using app = await startWithTray(shared.session);
    await app.running.line(
      "framework: systemTray has no effect on Linux: this desktop shows no tray icons",
    );
    for (let start = 0; start < 3; start++) {
      await using host = await startMockTrayHost(shared.session);
      expect(plain((await host.menu(await host.icon())).root)).toMatchObject({
        "children-display": "submenu",
      });
    }
    const output = app.running.output.filter(({ text }) => text.includes("systemTray"));
    expect(output).toHaveLength(1);
  },
);
