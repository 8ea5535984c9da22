// Windows that pages open, and how pages know of each other's windows.

import { expect, test } from "bun:test";
import { windowConfig } from "../../src/app/windows/window-spec.ts";
import { limits } from "../../src/contract/limits.ts";
import { settledConfig } from "../support/config.ts";
import { waitFor } from "../../harness/wait.ts";
import { startWindowApp, type WindowApi, type WindowApp } from "../support/window-api.ts";
import { addressHere, ownPages, testOnEach } from "../support/each-system.ts";

/** Opens a window, and settles with the events of its object. */
function opened(
  { api }: WindowApp,
  label: string,
  options?: ConstructorParameters<WindowApi["WebviewWindow"]>[1],
) {
  const { promise, resolve } = Promise.withResolvers<{ event: string; payload: unknown }>();
  const window = new api.WebviewWindow(label, options);
  for (const event of ["framework://created", "framework://error"]) {
    void window.once(event, ({ payload }) => resolve({ event, payload }));
  }
  return promise;
}

test("a page's window has the configuration's defaults", () => {
  const [configured] = settledConfig({}).framework.windows;
  expect(windowConfig("main", {}, "Memory")).toEqual(configured as never);
});

test("a page opens a window without options, also when it says so by null", async () => {
  using running = await startWindowApp();
  for (const [label, options] of [
    ["none", undefined],
    ["null", null],
  ] as const)
    expect(await opened(running, label, options)).toEqual({
      event: "framework://created",
      payload: null,
    });
});

test("a page opens no more windows than may be open, and the app's own code does", async () => {
  using running = await startWindowApp();
  const { most } = limits.windows;
  const open = (label: string) => running.app.page.invoke("window.create", { label });
  await Promise.all(Array.from({ length: most - 1 }, (_, index) => open(`w${index}`)));
  await expect(open("one")).rejects.toMatchObject({
    code: "bad-argument",
    message: `Cannot open window "one": ${most} windows are open, as many as pages may open`,
  });
  const { windows } = running.app.services;
  await windows.create("own", {});
  expect(windows.labels).toHaveLength(most + 1);
});

testOnEach("a page opens a window with options of its own", async () => {
  using running = await startWindowApp();
  const result = await opened(running, "Übersicht2", {
    url: "about.html#top",
    title: "About",
    width: 400,
    minHeight: 100,
    x: 5,
    resizable: false,
    theme: "dark",
    titleBarStyle: "overlay",
    effects: ["mica", "sidebar"],
    effectsFallback: "#1e1e2e",
    userAgent: null,
  });
  expect(result).toEqual({ event: "framework://created", payload: null });
  const spec = running.app.platform.windows.get("Übersicht2")?.spec;
  expect(spec).toMatchObject({
    label: "Übersicht2",
    url: addressHere("framework://localhost/about.html#top"),
    title: "About",
    size: { width: 400, height: 600 },
    minSize: { width: null, height: 100 },
    position: { x: 5, y: 0 },
    resizable: false,
    decorations: true,
    theme: "Dark",
    titleBarStyle: "Overlay",
    effects: ["mica", "sidebar"],
    effectsFallback: "#1e1e2e",
    userAgent: null,
    devTools: false,
  });
  expect(spec?.bridge.pages).toEqual([ownPages()]);
});

test("options in place of the label are refused, with the right order of the arguments", () => {
  expect(() => windowConfig({ label: "about" } as never, {}, "Memory")).toThrow(
    'Cannot open a window: its label must be the first argument, as in open("about", { title: "About" })',
  );
});

const refusedWindows = [
  ["main", {}, 'Cannot open window "main": another window has this label'],
  ["", {}, 'Cannot open window "": its label must be letters and digits'],
  ["a-b", {}, 'Cannot open window "a-b": its label must be letters and digits'],
  ["new", { nonsense: 1 }, '"options.nonsense" is not an argument it knows'],
  [
    "new",
    { additionalBrowserArgs: "--no-sandbox" },
    '"options.additionalBrowserArgs" is not an argument',
  ],
  ["new", { width: "wide" }, '"options.width" is "wide", it must be a number'],
  ["new", { minWidth: 3, maxWidth: 2 }, '"minWidth" is 3, it must be at most "maxWidth", 2'],
  ["new", { url: "file:///etc/passwd" }, '"url" is "file:///etc/passwd", it must begin with http:'],
  ["new", { url: " file:///x.html" }, '"url" is " file:///x.html", it must begin with http:'],
  ["new", { url: "fi\tle:///x.html" }, "it must begin with http:"],
  ["new", { url: "\0file:///x.html" }, "it must begin with http:"],
  ["new", { url: "\u001f\u0000file:/x.html" }, "it must begin with http:"],
  ["new", { url: "java\tscript:alert(1)" }, "it must begin with http:"],
  ["new", { url: "\njava\r\nscript\t:alert(1)" }, "it must begin with http:"],
  ["new", { url: " webkit://gpu" }, "it must begin with http:"],
  ["new", { url: "view-source:https://example.org/" }, "it must begin with http:"],
  ["new", { url: "http://" }, "it must be an address or a path in the app"],
  ["new", { url: "http://[::1" }, "it must be an address or a path in the app"],
  ["new", { url: "https://a b/" }, "it must be an address or a path in the app"],
  ["new", { effects: ["glass"] }, '"options.effects.0" is "glass"'],
  ["new", { effects: Array(1000).fill("mica") }, "options.effects"],
  [
    "new",
    { effectsFallback: "red" },
    '"options.effectsFallback" is "red", it must be a colour such as #1e1e2e',
  ],
  ["new", { width: -1 }, '"options.width" is -1, it must be at least 0'],
  ["a".repeat(201), {}, "it must be at most 200 characters long"],
  ["new", { url: "\t//evil.example/" }, "it must be an address or a path in the app"],
  ["new", { url: " //evil.example/" }, "it must be an address or a path in the app"],
  [
    "new",
    { url: "JavaScript:alert(1)" },
    '"url" is "JavaScript:alert(1)", it must begin with http:',
  ],
  [
    "new",
    { userAgent: "App/1.0\nEvil: x" },
    '"userAgent" may hold no control characters, such as U+000A here',
  ],
  [
    "new",
    { userAgent: "App/1.0, (" },
    '"userAgent" must be made of products and comments, for example',
  ],
] as const;

test("invalid options of a window are refused with their reason, and leave no window and no label", async () => {
  using running = await startWindowApp();
  for (const [label, options, reason] of refusedWindows) {
    expect({ label, options, ...(await opened(running, label, options as never)) }).toEqual({
      label,
      options: options as never,
      event: "framework://error",
      payload: expect.stringContaining(reason),
    });
    expect([...running.app.platform.windows.keys()]).toEqual(["main"]);
    expect(running.api.getAll().map((window) => window.label)).toEqual(["main"]);
  }
  // The label is free: no invisible window is left, and the app ends with its last one.
  expect(await opened(running, "new")).toMatchObject({ event: "framework://created" });
});

for (const [url, address] of [
  ["page.html", "framework://localhost/page.html"],
  ["/a/../page.html?q#h", "framework://localhost/page.html?q#h"],
  ["///page.html", "framework://localhost/page.html"],
  ["fi le:///x.html", "framework://localhost/fi%20le:///x.html"],
  [" https://example.org", "https://example.org/"],
  ["HTTPS://Example.ORG/a", "https://example.org/a"],
] as const) {
  testOnEach(`a window for "${url}" loads ${address}`, async () => {
    using running = await startWindowApp();
    await opened(running, "new", { url });
    expect(running.app.platform.windows.get("new")?.spec.url).toBe(addressHere(address));
  });
}

test("a label is free again when its window has closed", async () => {
  using running = await startWindowApp();
  await opened(running, "second");
  expect((await opened(running, "second")).event).toBe("framework://error");
  await running.pageOf("second").api.appWindow.destroy();
  expect((await opened(running, "second")).event).toBe("framework://created");
});

test("pages know all windows that are configured from the start", async () => {
  using running = await startWindowApp({
    windows: [{ label: "one" }, { label: "two" }, { label: "three" }],
  });
  for (const label of ["one", "two", "three"]) {
    const { api } = running.pageOf(label);
    expect(api.appWindow.label).toBe(label);
    expect(api.getCurrent().label).toBe(label);
    expect(api.getAll().map((window) => window.label)).toEqual(["one", "two", "three"]);
  }
});

test("pages learn of windows that open and close, also after a reload", async () => {
  using running = await startWindowApp();
  const { app, api } = running;
  await opened(running, "second");
  await waitFor("the page to know", () => app.page.labels.length === 2);
  expect(api.getAll().map(({ label }) => label)).toEqual(["main", "second"]);
  expect(api.WebviewWindow.getByLabel("second")).toBeInstanceOf(api.WebviewWindow);
  expect(
    running
      .pageOf("second")
      .api.getAll()
      .map(({ label }) => label),
  ).toEqual(["main", "second"]);

  app.platform.navigate("main");
  expect(
    running
      .pageOf("main")
      .api.getAll()
      .map(({ label }) => label),
  ).toEqual(["main", "second"]);

  await running.pageOf("main").api.WebviewWindow.getByLabel("second")?.destroy();
  await waitFor("the page to know", () => app.page.labels.length === 1);
  expect(api.WebviewWindow.getByLabel("second")).toBeNull();
});

test("the focused window is found among all", async () => {
  using running = await startWindowApp({
    windows: [{ label: "one" }, { label: "two", focus: false }],
  });
  const { WebviewWindow } = running.api;
  expect((await WebviewWindow.getFocusedWindow())?.label).toBe("one");
  await WebviewWindow.getByLabel("two")?.setFocus();
  expect((await WebviewWindow.getFocusedWindow())?.label).toBe("two");
  await WebviewWindow.getByLabel("two")?.hide();
  expect(await WebviewWindow.getFocusedWindow()).toBeNull();
});

test("the inspector is there in development and debug builds only", async () => {
  for (const [mode, devTools] of [
    ["dev", true],
    ["debug", true],
    ["release", false],
  ] as const) {
    using running = await startWindowApp({ mode });
    await opened(running, "second");
    const specs = [...running.app.platform.windows.values()].map(({ spec }) => spec.devTools);
    expect(specs).toEqual([devTools, devTools]);
  }
});
