// The events of windows for pages.

import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { WindowState } from "../../src/contract/window/window.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { startWindowApp, type WindowApi } from "../support/window-api.ts";
import { here, testOnEach } from "../support/each-system.ts";

type Listen = (api: WindowApi, hear: (event: { payload: unknown }) => void) => Promise<unknown>;
const two = [{ label: "main" }, { label: "other", focus: false }];

for (const [name, change, listen, payload] of [
  [
    "resize",
    { innerSize: { width: 10, height: 20 } },
    ({ appWindow }, hear) => appWindow.onResized(hear),
    { type: "Physical", width: 10, height: 20 },
  ],
  [
    "move",
    { outerPosition: { x: -1, y: 2 } },
    ({ appWindow }, hear) => appWindow.onMoved(hear),
    { type: "Physical", x: -1, y: 2 },
  ],
  ["blur", { isFocused: false }, ({ appWindow }, hear) => appWindow.onFocusChanged(hear), false],
  [
    "scale-change",
    { scaleFactor: 2 },
    ({ appWindow }, hear) => appWindow.onScaleChanged(hear),
    { scaleFactor: 2, size: { type: "Physical", width: 800, height: 600 } },
  ],
  [
    "theme-changed",
    { theme: "dark" },
    ({ appWindow }, hear) => appWindow.onThemeChanged(hear),
    "dark",
  ],
] as const satisfies readonly (readonly [string, Partial<WindowState>, Listen, unknown])[]) {
  test(`${name} reaches the listeners of its window, and of all windows`, async () => {
    using running = await startWindowApp({ allow: [], windows: two });
    const other = running.pageOf("other");
    const own: unknown[] = [];
    const others: unknown[] = [];
    const everywhere: unknown[] = [];
    await (listen as Listen)(running.api, (event) => own.push(event));
    await (listen as Listen)(other.api, (event) => others.push(event));
    await other.page.listen(`framework://${name}`, null, false, ({ windowLabel }) =>
      everywhere.push(windowLabel),
    );
    running.app.platform.change("main", change);
    await waitFor("the event", () => own.length === 1 && everywhere.length === 1);
    await running.quiet();
    expect(own).toEqual([
      { event: `framework://${name}`, windowLabel: "main", id: expect.any(Number), payload },
    ]);
    expect([others, everywhere]).toEqual([[], ["main"]]);
  });
}

test("a choice in a menu is reported by its identifier", async () => {
  using running = await startWindowApp({ windows: two });
  const heard: unknown[] = [];
  await running.api.appWindow.onMenuClicked(({ payload }) => heard.push(payload));
  running.app.services.tray.chosen("sync");
  await waitFor("the event", () => heard.length === 1);
  expect(heard).toEqual(["sync"]);
});

test("focus is reported to both, by name", async () => {
  using running = await startWindowApp({
    windows: [{ label: "main" }, { label: "other", focus: false }],
  });
  const heard: unknown[] = [];
  for (const event of ["framework://focus", "framework://blur"]) {
    await running.app.page.listen(event, null, false, ({ windowLabel, payload }) =>
      heard.push([event, windowLabel, payload]),
    );
  }
  await running.api.WebviewWindow.getByLabel("other")?.setFocus();
  await waitFor("both events", () => heard.length === 2);
  expect(heard).toEqual([
    ["framework://focus", "other", null],
    ["framework://blur", "main", null],
  ]);
});

test("the others get events for a window that opens and one that has gone", async () => {
  using running = await startWindowApp();
  const heard: unknown[] = [];
  for (const event of ["framework://window-created", "framework://destroyed"]) {
    await running.app.page.listen(event, null, false, ({ windowLabel, payload }) =>
      heard.push([event, windowLabel, payload]),
    );
  }
  const second = new running.api.WebviewWindow("second");
  await waitFor("the first event", () => heard.length === 1);
  await second.destroy();
  await waitFor("the second event", () => heard.length === 2);
  expect(heard).toEqual([
    ["framework://window-created", "main", { label: "second" }],
    ["framework://destroyed", "second", null],
  ]);
});

test("a page gets events for files over its window: enter, leave and drop", async () => {
  using running = await startWindowApp({ allow: [] });
  const heard: unknown[] = [];
  const unlisten = await running.api.appWindow.onFileDropEvent(({ event, payload }) =>
    heard.push([event, payload]),
  );
  running.app.platform.dragFiles("main", "hover", ["/a b", "/c"]);
  running.app.platform.dragFiles("main", "cancel");
  running.app.platform.dragFiles("main", "drop", ["/nowhere/at all"]);
  await waitFor("the events", () => heard.length === 3);
  expect(heard).toEqual([
    ["framework://file-drop-hover", { type: "hover", paths: ["/a b", "/c"] }],
    ["framework://file-drop-cancelled", { type: "cancel" }],
    ["framework://file-drop", { type: "drop", paths: ["/nowhere/at all"] }],
  ]);
  unlisten();
  await running.quiet();
  running.app.platform.dragFiles("main", "cancel");
  await running.quiet();
  expect(heard.length).toBe(3);
});

testOnEach(
  "dropped files join the scopes when they fall, as literal paths, and hovering grants nothing",
  async () => {
    using folder = tempDir({
      "[a].txt": "",
      "a.txt": "",
      "box/inside.txt": "",
      "box/deep/below.txt": "",
    });
    mkdirSync(join(folder.path, "empty"));
    using running = await startWindowApp({ allow: ["fs.exists"] });
    const { app } = running;
    const fits = (name: string) =>
      app.page
        .invoke("fs.exists", { path: here(folder.path, name) })
        .catch((error: { code: string }) => error.code);
    app.platform.dragFiles("main", "hover", [
      here(folder.path, "[a].txt"),
      here(folder.path, "box"),
    ]);
    expect(await fits("[a].txt")).toBe("out-of-scope");
    const dropped: unknown[] = [];
    await app.page.listen("framework://file-drop", null, false, ({ payload }) =>
      dropped.push(payload),
    );
    app.platform.dragFiles("main", "drop", [
      here(folder.path, "[a].txt"),
      here(folder.path, "box"),
    ]);
    await waitFor("the drop", () => dropped.length === 1);
    expect({
      itself: await fits("[a].txt"),
      sameAsPattern: await fits("a.txt"),
      child: await fits("box/inside.txt"),
      grandchild: await fits("box/deep/below.txt"),
      other: await fits("empty"),
    }).toEqual({
      itself: true,
      sameAsPattern: "out-of-scope",
      child: true,
      grandchild: "out-of-scope",
      other: "out-of-scope",
    });
  },
);

test("a window's handle emits to that window's page alone", async () => {
  using running = await startWindowApp({ windows: two });
  const other = running.pageOf("other");
  const heard: string[] = [];
  await running.app.page.listen("note", null, false, () => void heard.push("main"));
  await other.api.appWindow.listen(
    "note",
    ({ payload }) => void heard.push(`other ${String(payload)}`),
  );
  await running.api.WebviewWindow.getByLabel("other")?.emit("note", "psst");
  await waitFor("the note", () => heard.length > 0);
  await running.quiet();
  expect(heard).toEqual(["other psst"]);
});
