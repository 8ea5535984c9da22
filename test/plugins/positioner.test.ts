import { expect, test } from "bun:test";
import type * as positionerApi from "../../plugins/positioner/api.ts";
import { Position, positioner, type PositionerPlugin } from "../../plugins/positioner/index.ts";
import { placeOf } from "../../plugins/positioner/place.ts";
import { defineApp } from "../../src/app/index.ts";
import type { Monitors } from "../../src/contract/ui/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";

const window = { width: 300, height: 200 };
const area = { x: 100, y: 50, width: 1000, height: 800 };

for (const [name, x, y] of [
  ["TopLeft", 100, 50],
  ["TopRight", 800, 50],
  ["BottomLeft", 100, 650],
  ["BottomRight", 800, 650],
  ["TopCenter", 450, 50],
  ["BottomCenter", 450, 650],
  ["LeftCenter", 100, 350],
  ["RightCenter", 800, 350],
  ["Center", 450, 350],
] as const)
  test(`${name} is in the part of the monitor that nothing covers`, () => {
    expect(placeOf(Position[name], window, area, null)).toEqual({ x, y });
  });

for (const [name, click, x, y] of [
  ["TrayLeft", { x: 500, y: 840 }, 500, 640],
  ["TrayRight", { x: 500, y: 840 }, 200, 640],
  ["TrayCenter", { x: 500, y: 840 }, 350, 640],
  ["TrayBottomLeft", { x: 500, y: 60 }, 500, 60],
  ["TrayBottomRight", { x: 500, y: 60 }, 200, 60],
  ["TrayBottomCenter", { x: 500, y: 60 }, 350, 60],
  // If there is no room above, below.
  ["TrayCenter", { x: 500, y: 60 }, 350, 60],
  // In a taskbar below, or at the side, and in the menu bar: beside it.
  ["TrayCenter", { x: 1090, y: 870 }, 800, 650],
  ["TrayLeft", { x: 1120, y: 700 }, 800, 500],
  ["TrayCenter", { x: 500, y: 10 }, 350, 50],
] as const)
  test(`${name} of an icon at ${click.x}, ${click.y} is beside it`, () => {
    expect(placeOf(Position[name], window, area, click)).toEqual({ x, y });
  });

test("a window that is larger than the monitor begins in its corner", () => {
  expect(placeOf(Position.BottomRight, { width: 2000, height: 2000 }, area, null)).toEqual({
    x: 100,
    y: 50,
  });
});

/** Starts an app on two monitors, its window on the second one. */
async function start({
  allow = { move: true },
  canPlace = true,
  plugin = positioner() as PositionerPlugin,
} = {}) {
  const monitor = (x: number): Monitors["all"][number] => ({
    name: null,
    position: { x, y: 0 },
    size: { width: 1000, height: 1000 },
    workArea: { position: { x, y: 0 }, size: { width: 1000, height: 960 } },
    scaleFactor: 1,
  });
  const app = await startInMemory({
    definition: defineApp({ plugins: [plugin] }),
    config: {
      plugins: { positioner: { allowlist: allow } },
      framework: { windows: [{ width: 300, height: 200, decorations: false }] },
    },
    answers: { monitors: { all: [monitor(0), monitor(1000)], primary: 0, current: 1, canPlace } },
  });
  const half = await pageHalf<typeof positionerApi>("positioner", app.page);
  return Object.assign(app, {
    half,
    async at() {
      return (await app.services.windows.read("main")).outerPosition;
    },
    click: (x: number, y: number) =>
      app.services.tray.clicked({ click: "right", position: { x, y } }),
  });
}

test("a page moves its window on the monitor where it is, with an offset", async () => {
  using app = await start();
  await app.half.moveWindow(app.half.Position.BottomRight);
  expect(await app.at()).toEqual({ x: 1698, y: 739 });
  await app.half.move_window(Position.TopLeft, { x: 8, y: 16 });
  expect(await app.at()).toEqual({ x: 1008, y: 16 });
});

test("a place at the tray is on the monitor of the icon, once it was clicked", async () => {
  using app = await start();
  for (const _ of [1, 2]) {
    expect(await rejection(app.half.moveWindow(Position.TrayCenter))).toBe(
      'unavailable: Cannot move window "main" to TrayCenter: the tray icon must have been clicked, on a desktop that tells where',
    );
    // Of a panel that does not know.
    app.click(0, 0);
  }
  app.click(500, 980);
  await app.half.moveWindow(Position.TrayCenter);
  expect(await app.at()).toEqual({ x: 349, y: 739 });
});

test("own code moves any window, and names one that is not open", async () => {
  const plugin = positioner();
  using app = await start({ plugin });
  await plugin.moveWindow("main", Position.Center);
  expect(await app.at()).toEqual({ x: 1349, y: 370 });
  expect(await rejection(plugin.moveWindow("none", Position.Center))).toStartWith("not-found: ");
});

test("impossible positions are refused", async () => {
  using shut = await start({ allow: { move: false } });
  expect(await rejection(shut.half.moveWindow(Position.Center))).toContain(
    "plugins.positioner.allowlist.move",
  );
  using app = await start({ canPlace: false });
  expect(await rejection(app.half.moveWindow(Position.Center))).toContain(
    "Wayland lets no window choose its place",
  );
  for (const position of [15, -1, "Center", NaN])
    expect(await rejection(app.half.moveWindow(position as Position))).toStartWith(
      "bad-argument: ",
    );
  expect(await rejection(app.half.moveWindow(Position.Center, { x: "1" as never }))).toStartWith(
    "bad-argument: ",
  );
});
