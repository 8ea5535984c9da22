// `framework/api/mocks` as the tests of a front end use it, with no more of a page than it needs.
// That it works with jsdom and happy-dom is so because it asks nothing else of a window.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { ask, choose, open, save } from "../../src/api/dialog.ts";
import { emit, listen, listenTo, once } from "../../src/api/event.ts";
import { convertFileSrc, invoke, isFramework, transformCallback } from "../../src/api/framework.ts";
import { commandsOf } from "../../src/api/invoke.ts";
import {
  clearMocks,
  mockConvertFileSrc,
  mockDialogs,
  mockEvents,
  mockIPC,
  mockWindows,
} from "../../src/api/mocks.ts";
import { getAll, getCurrent } from "../../src/api/window.ts";
import { rejection } from "../support/page-api.ts";

const page: Record<string, unknown> = {};

beforeEach(() => void Object.assign(globalThis, { window: page }));
afterEach(() => {
  clearMocks();
  Reflect.deleteProperty(globalThis, "window");
});

test("calls are answered by the test, own ones and those of the modules", async () => {
  const calls: unknown[] = [];
  mockIPC((command, args) => {
    calls.push([command, args]);
    return command === "add" ? Promise.resolve(3) : command === "dialog.ask";
  });
  expect(isFramework()).toBe(true);
  expect(await invoke<number>("add", { a: 1, b: 2 })).toBe(3);
  expect(await ask("?")).toBe(true);
  const { shout } = commandsOf<{ commands: { shout: () => boolean } }>();
  expect(await shout()).toBe(false);
  expect(calls).toEqual([
    ["add", { a: 1, b: 2 }],
    ["dialog.ask", { message: "?" }],
    ["shout", {}],
  ]);
});

test("an error of the test rejects the call unchanged", async () => {
  const thrown = { code: 42 };
  mockIPC(() => {
    throw thrown; // oxlint-disable-line typescript/only-throw-error -- a front end's test may
  });
  await expect(invoke("fails")).rejects.toBe(thrown);
});

test("listening is a call, and so is its end", async () => {
  const calls: unknown[] = [];
  mockIPC((command, args) => void calls.push([command, args]));
  const unlisten = await listen("ready", () => undefined);
  unlisten();
  expect(calls).toEqual([
    ["event.listen", { id: 1, event: "ready", window: null, once: false }],
    ["event.unlisten", { id: 1 }],
  ]);
});

test("there are the windows that the test says", () => {
  mockWindows("second", "main");
  expect(getCurrent().label).toBe("second");
  expect(getAll().map(({ label }) => label)).toEqual(["second", "main"]);
});

test("addresses of files are those of the system that the test says", () => {
  const path = "C:\\a b.png";
  expect(convertFileSrc(path)).toBe("asset://localhost/C%3A%5Ca%20b.png");
  mockConvertFileSrc("windows");
  expect(convertFileSrc(path)).toBe("https://asset.localhost/C%3A%5Ca%20b.png");
  mockConvertFileSrc("windows", "http");
  expect(convertFileSrc(path, null)).toBe(convertFileSrc(path));
  expect(convertFileSrc(path, "own")).toBe("http://own.localhost/C%3A%5Ca%20b.png");
  mockConvertFileSrc("macos");
  expect(convertFileSrc(path)).toBe("asset://localhost/C%3A%5Ca%20b.png");
});

test("mocks are taken back, and taken over by later ones", async () => {
  mockIPC(() => 1);
  mockIPC(() => 2);
  mockWindows("second");
  mockConvertFileSrc("windows");
  expect(await invoke<number>("count")).toBe(2);
  clearMocks();
  expect(isFramework()).toBe(false);
  expect(await rejection(invoke("count"))).toStartWith('unavailable: Cannot run "count": ');
  expect([getCurrent().label, getAll()]).toEqual(["main", []]);
  expect(convertFileSrc("/a")).toBe("asset://localhost/%2Fa");
  expect(Reflect.ownKeys(page)).toEqual([]);
});

test("a runner without a window is named, and what to do", () => {
  Reflect.deleteProperty(globalThis, "window");
  expect(() => mockIPC(() => 1)).toThrow(
    'Cannot mock "__FRAMEWORK_BRIDGE__": there is no window, run the test with jsdom or happy-dom, or set globalThis.window to globalThis before',
  );
});

test("a page that is open in an app is not mocked", () => {
  Object.assign(page, { __FRAMEWORK_BRIDGE__: {} });
  expect(() => mockIPC(() => 1)).toThrow(
    'Cannot mock "__FRAMEWORK_BRIDGE__": the page must not be open in an app',
  );
  Reflect.deleteProperty(page, "__FRAMEWORK_BRIDGE__");
});

test("a function of the page is called by its number, once or as often as wanted", () => {
  const heard: unknown[] = [];
  const call = (id: number, value: unknown): unknown =>
    (page[`_${id}`] as ((value: unknown) => void) | undefined)?.(value);
  const often = transformCallback((answer) => void heard.push(answer));
  const once = transformCallback((answer) => void heard.push(answer), true);
  for (const value of [1, 2]) call(often, value);
  for (const value of [3, 4]) call(once, value);
  call(transformCallback(), 5);
  expect(heard).toEqual([1, 2, 3]);
});

test("without a page the modules load, and there is no app", async () => {
  Reflect.deleteProperty(globalThis, "window");
  expect(isFramework()).toBe(false);
  expect(await rejection(invoke("count"))).toStartWith("unavailable: ");
  Object.assign(globalThis, { window: page });
});

interface Notes {
  readonly commands: {
    readonly add: (args: { readonly a: number; readonly b: number }) => number;
    readonly list: () => Promise<readonly string[]>;
  };
}

test("the commands of an app are answered one by one, with their types", async () => {
  mockIPC<Notes>({ add: ({ a, b }) => a + b, list: async () => ["one"] });
  expect(await invoke<Notes>("add", { a: 1, b: 2 })).toBe(3);
  expect(await commandsOf<Notes>().list()).toEqual(["one"]);
});

test("a command that no mock answers is rejected by its name", async () => {
  mockIPC<Notes>({});
  await expect(invoke("toString")).rejects.toMatchObject({
    code: "unknown-command",
    message: 'Cannot run "toString": no mock of the test answers it',
  });
});

test("dialogs are answered, and tell what they were to show", async () => {
  const shown = mockDialogs({ ask: true, open: ({ options }) => `/home/${options?.title}` });
  mockIPC(() => "other");
  expect([await ask("Save?"), await open({ title: "ada" }), await invoke("other")]).toEqual([
    true,
    "/home/ada",
    "other",
  ]);
  expect(shown.map(({ name }) => name)).toEqual(["ask", "open"]);
  expect(shown[0]?.shown).toMatchObject({ message: "Save?" });
});

test("a dialog without an answer is cancelled", async () => {
  mockDialogs();
  const buttons = ["Save"];
  expect([await ask("?"), await save(), await choose("?", { buttons })]).toEqual([
    false,
    null,
    { button: -1, checked: false },
  ]);
});

test("events come from the test and from the page, and end with their listener", async () => {
  const heard: unknown[] = [];
  const events = mockEvents();
  const unlisten = await listen("ready", ({ payload, windowLabel }) =>
    heard.push([payload, windowLabel]),
  );
  await once("ready", ({ payload }) => heard.push(payload));
  events.emit("ready", 1);
  events.emit("other", 2);
  await emit("ready", { from: "page" });
  unlisten();
  events.emit("ready", 3);
  expect(heard).toEqual([[1, "main"], 1, [{ from: "page" }, "main"]]);
  expect(events.emitted).toEqual([{ event: "ready", payload: { from: "page" }, window: null }]);
});

test("listeners of one window hear that window alone", async () => {
  const heard: unknown[] = [];
  const events = mockEvents();
  await listenTo("settings", "saved", ({ payload }) => heard.push(payload));
  events.emit("saved", "main", "main");
  events.emit("saved", "settings", "settings");
  expect(heard).toEqual(["settings"]);
});
