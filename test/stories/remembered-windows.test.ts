// On Linux alone: XDG_DATA_HOME leads to a folder of the test, and the app writes to the disk of
// this machine.

import { expect, spyOn, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineApp, type App, type WindowStateFlag } from "../../src/app/index.ts";
import { fitting, type SavedWindow } from "../../src/app/windows/remembered/saved-window.ts";
import { parseState, parseTauriState } from "../../src/app/windows/remembered/state-file.ts";
import type { Monitors } from "../../src/contract/ui/index.ts";
import { windowDefaults } from "../../src/contract/window/fields.ts";
import type { MonitorState, WindowState } from "../../src/contract/window/window.ts";
import { waitFor } from "../../harness/wait.ts";
import type { AuthorConfig } from "../support/config.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" });

const stateFile = (): string =>
  join(data.path, "org.example.memory/private/window-state/state.json");

type WindowField = NonNullable<NonNullable<AuthorConfig["framework"]>["windows"]>[number];

/** Starts an app with these windows; `answers`: its monitors. */
async function start(
  windows: readonly WindowField[] = [{ rememberState: true }],
  { setup, monitors }: { setup?: (app: App) => void; monitors?: Monitors } = {},
) {
  const app = await startInMemory({
    config: { framework: { windows: [...windows] } },
    ...(monitors && { answers: { monitors } }),
    ...(setup && { definition: defineApp({ setup: setup as never }) }),
  });
  const held = (label: string) => {
    const window = app.platform.windows.get(label);
    if (window === undefined) throw new Error(`Window "${label}" is not open`);
    return window;
  };
  return Object.assign(app, {
    state: (label = "main"): WindowState => held(label).state,
    /** The operations on a window, in order. */
    done: (label = "main") =>
      app.platform.recorded.flatMap(({ call, args }) => {
        if (call === "window.create" && args.label === label)
          return [`create ${args.visible ? "visible" : "hidden"}`];
        return call === "window.apply" && args.window === label ? [args.operation.name] : [];
      }),
    change: (change: Partial<WindowState>, label = "main") => app.platform.change(label, change),
    end: () => app.services.exit.quit(0),
  });
}

const moved = { outerPosition: { x: 300, y: 200 }, innerSize: { width: 640, height: 480 } };

/** One run in which the user changes the window. */
async function run(change: Partial<WindowState>, windows?: readonly WindowField[]): Promise<void> {
  using app = await start(windows);
  app.change(change);
  await app.end();
}

test("a window opens where it was and as large as it was, and is shown only there", async () => {
  await run(moved);
  using app = await start();
  expect(app.state()).toMatchObject({ ...moved, isVisible: true });
  expect(app.done()).toEqual(["create hidden", "setPosition", "setSize", "show"]);
});

test("a window that nothing is remembered of opens as configured, at once", async () => {
  using app = await start([{ rememberState: true, width: 500, x: 7, y: 8 }]);
  expect(app.state()).toMatchObject({ outerPosition: { x: 7, y: 8 }, isVisible: true });
  expect(app.done()).toEqual(["create visible"]);
});

test("without rememberState nothing is remembered, and nothing is written", async () => {
  await run(moved, [{}]);
  expect(existsSync(stateFile())).toBe(false);
  using app = await start([{}]);
  expect(app.done()).toEqual(["create visible"]);
  expect(app.state().innerSize).toEqual({ width: 800, height: 600 });
});

test("a maximized window is maximized again, and comes back to the size it had before", async () => {
  using first = await start();
  first.change(moved);
  await waitFor("the state", () => existsSync(stateFile()));
  first.change({
    isMaximized: true,
    outerPosition: { x: 0, y: 0 },
    innerSize: { width: 1920, height: 1059 },
  });
  await first.end();
  using app = await start();
  expect(app.state()).toMatchObject({ ...moved, isMaximized: true });
  expect(app.done()).toEqual(["create hidden", "setPosition", "setSize", "maximize", "show"]);
});

for (const [what, change] of [
  ["minimized", { isMinimized: true, outerPosition: { x: -32000, y: -32000 } }],
  ["fullscreen", { isFullscreen: true, innerSize: { width: 1920, height: 1080 } }],
] as const)
  test(`bounds of a ${what} window are none to come back to`, async () => {
    await run(moved);
    await run(change);
    using app = await start();
    expect(app.state()).toMatchObject(moved);
    expect(app.state().isFullscreen).toBe(what === "fullscreen");
  });

test("a window that is closed while the app goes on is remembered, too", async () => {
  using app = await start([{ rememberState: true }, { label: "other" }]);
  app.change(moved);
  app.platform.requestClose("main");
  await waitFor("the end of the window", () => !app.platform.windows.has("main"));
  await app.services.windows.open({
    ...windowDefaults,
    title: "",
    label: "main",
    rememberState: true,
  });
  expect(app.state()).toMatchObject(moved);
});

test("a window that must not take the focus is made visible by the system", async () => {
  await run(moved);
  using app = await start([{ rememberState: true, focus: false }]);
  expect(app.done()).toEqual(["create visible", "setPosition", "setSize"]);
});

test("a hidden window stays hidden: its app shows it", async () => {
  await run({ ...moved, isVisible: true }, [{ rememberState: true, visible: false }]);
  using app = await start([{ rememberState: true, visible: false }]);
  expect(app.state()).toMatchObject({ ...moved, isVisible: false });
});

test("without the places of windows, the app remembers their size alone (Wayland)", async () => {
  await run({ ...moved, outerPosition: { x: 1, y: 1 } });
  const monitors: Monitors = { all: [], primary: null, current: null, canPlace: false };
  using app = await start(undefined, { monitors });
  expect(app.done()).toEqual(["create hidden", "setSize", "show"]);
  expect(app.state().innerSize).toEqual(moved.innerSize);
  await app.end();
  // The place of another session stays.
  expect(parseState(readFileSync(stateFile(), "utf8"))?.get("main")?.position).toEqual({
    x: 1,
    y: 1,
  });
});

const monitor = (
  x: number,
  y: number,
  width = 1920,
  height = 1080,
  scaleFactor = 1,
): MonitorState => ({
  name: null,
  position: { x, y },
  size: { width, height },
  scaleFactor,
  workArea: { position: { x, y }, size: { width, height } },
});
const saved = (x: number, y: number, width = 800, height = 600): SavedWindow => ({
  position: { x, y },
  size: { width, height },
  isMaximized: false,
  isFullscreen: false,
  isVisible: true,
  isDecorated: true,
});
const frame = { width: 2, height: 30 };

for (const [what, window, monitors, wanted] of [
  [
    "stays where it is seen",
    saved(300, 200),
    [monitor(0, 0)],
    { x: 300, y: 200, width: 800, height: 600 },
  ],
  [
    "stays on the second monitor",
    saved(2000, 50),
    [monitor(0, 0), monitor(1920, 0)],
    { x: 2000, y: 50, width: 800, height: 600 },
  ],
  [
    "comes to the primary one when its monitor has gone",
    saved(2000, 50),
    [monitor(0, 0)],
    { x: 559, y: 225, width: 800, height: 600 },
  ],
  [
    "comes back from above the screen",
    saved(300, -200),
    [monitor(0, 0)],
    { x: 559, y: 225, width: 800, height: 600 },
  ],
  [
    "comes back when only its edge is seen",
    saved(1900, 200),
    [monitor(0, 0)],
    { x: 559, y: 225, width: 800, height: 600 },
  ],
  [
    "stays when it hangs out to the left",
    saved(-600, 200),
    [monitor(0, 0)],
    { x: -600, y: 200, width: 800, height: 600 },
  ],
  [
    "becomes as small as its monitor",
    saved(0, 0, 4000, 3000),
    [monitor(0, 0)],
    { x: 0, y: 0, width: 1918, height: 1050 },
  ],
  [
    "keeps its logical size on a monitor of another scale",
    saved(2000, 50),
    [monitor(0, 0), monitor(1920, 0, 3840, 2160, 2)],
    { x: 2000, y: 50, width: 800, height: 600 },
  ],
  [
    "comes to a primary monitor of another scale",
    saved(9000, 50),
    [monitor(0, 0, 3840, 2160, 2)],
    { x: 1119, y: 465, width: 800, height: 600 },
  ],
  [
    "minimized by Windows comes back",
    saved(-32000, -32000),
    [monitor(0, 0)],
    { x: 559, y: 225, width: 800, height: 600 },
  ],
] as const)
  test(`a window ${what}`, () => {
    const { position, size } = fitting(window, frame, monitors, 0) ?? {};
    expect({ ...position, ...size } as object).toEqual(wanted);
  });

/** A file of tauri-plugin-window-state 1, as bincode writes it. */
function tauriState(
  label: string,
  [width, height, x, y]: readonly number[],
  flags: readonly number[],
): Buffer {
  const bytes = Buffer.alloc(8 + 8 + Buffer.byteLength(label) + 36);
  let at = bytes.writeBigUInt64LE(1n);
  at = bytes.writeBigUInt64LE(BigInt(Buffer.byteLength(label)), at);
  at += bytes.write(label, at);
  at = bytes.writeDoubleLE(width as number, at);
  at = bytes.writeDoubleLE(height as number, at);
  at = bytes.writeInt32LE(x as number, at);
  at = bytes.writeInt32LE(y as number, at);
  bytes.set(flags, at + 8);
  return bytes;
}

test("the file of Tauri's plugin is read where there is none of ours", async () => {
  const path = join(data.path, "org.example.memory/.window-state");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, tauriState("main", [640, 480, 300, 200], [1, 1, 1, 0]));
  {
    using app = await start();
    expect(app.state()).toMatchObject({ ...moved, isMaximized: true });
    app.change({ isMaximized: false, ...moved, innerSize: { width: 700, height: 480 } });
    await app.end();
  }
  using app = await start();
  expect(app.state().innerSize).toEqual({ width: 700, height: 480 });
});

test("a damaged file of Tauri's plugin is none, however it is cut", () => {
  const whole = tauriState("ü", [640, 480, 300, 200], [0, 1, 1, 0]);
  expect(parseTauriState(whole)?.get("ü")?.size).toEqual({ width: 640, height: 480 });
  for (let length = 0; length < whole.length; length++)
    expect(parseTauriState(whole.subarray(0, length))).toBeNull();
  const large = Buffer.from(whole);
  large.writeBigUInt64LE(2n ** 63n, 8);
  expect(parseTauriState(large)).toBeNull();
});

for (const text of ["", "{", "null", '{"version":2,"windows":{}}', '{"version":1,"windows":null}'])
  test(`a state of ${JSON.stringify(text)} opens windows as configured, and says so`, async () => {
    mkdirSync(dirname(stateFile()), { recursive: true });
    writeFileSync(stateFile(), text);
    let output = "";
    using _ = spyOn(process.stderr, "write").mockImplementation(
      (chunk) => (output += String(chunk)).length > 0,
    );
    using app = await start();
    expect(output).toContain(`"${stateFile()}" cannot be read`);
    expect(app.state().innerSize).toEqual({ width: 800, height: 600 });
  });

test("values of a state that are no numbers are none", () => {
  const text =
    '{"version":1,"windows":{"a":{"position":{"x":1e300,"y":0},"size":{"width":"x","height":-1}},"b":1}}';
  expect([...(parseState(text) ?? [])]).toEqual([
    ["a", { ...saved(0, 0), position: null, size: null }],
  ]);
});

test("own code remembers windows of any label, but for some, and some of what they are", async () => {
  const what: WindowStateFlag[] = ["size", "visible"];
  const setup = ({ windows }: App): void => windows.remember({ what, except: ["other"] });
  const both: WindowField[] = [{ visible: false }, { label: "other" }];
  {
    using app = await start(both, { setup });
    // Unknown values are shown.
    expect([app.state().isVisible, app.state("other").isVisible]).toEqual([true, true]);
    app.change({ ...moved, isVisible: true });
    app.change(moved, "other");
    await app.end();
  }
  {
    using app = await start(both, { setup });
    expect(app.state()).toMatchObject({
      innerSize: moved.innerSize,
      outerPosition: { x: 0, y: 0 },
      isVisible: true,
    });
    expect(app.state("other").innerSize).toEqual({ width: 800, height: 600 });
    app.change({ isVisible: false });
    await app.end();
  }
  using app = await start(both, { setup });
  expect(app.state().isVisible).toBe(false);
});

test("own code remembers at any time, and gives it back at any time", async () => {
  let own: App | null = null;
  using app = await start([{}], { setup: (given) => void (own = given) });
  const { windows } = own as unknown as App;
  app.change(moved);
  await windows.saveState(["size"]);
  app.change({ outerPosition: { x: 0, y: 0 }, innerSize: { width: 10, height: 10 } });
  await windows.get("main")?.restoreState();
  expect(app.state().innerSize).toEqual(moved.innerSize);
});
