// The plugin over what the app remembers, which test/stories/remembered-windows.test.ts tells of.
// On Linux alone, whose XDG_DATA_HOME leads to a folder of the test.

import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type * as windowStateApi from "../../plugins/window-state/api.ts";
import { windowState } from "../../plugins/window-state/index.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";
import { userFolder } from "../support/user-folder.ts";

const data = userFolder({ XDG_DATA_HOME: "" });

async function start(allowlist: object = { all: true }) {
  const app = await startInMemory({
    definition: defineApp({ plugins: [windowState({ except: ["other"] })] }),
    config: {
      plugins: { "window-state": { allowlist } },
      framework: { windows: [{ label: "main" }, { label: "other" }] },
    },
  });
  const api = await pageHalf<typeof windowStateApi>("window-state", app.page);
  const size = (label: string) => app.platform.windows.get(label)?.state.innerSize;
  const resize = (label: string, width: number) =>
    app.platform.change(label, { innerSize: { width, height: 100 } });
  return Object.assign(app, { api, size, resize });
}

test("a page has windows remembered and gives them back, its own and others, by flags", async () => {
  using app = await start();
  const { saveWindowState, restoreState, restoreStateCurrent, StateFlags } = app.api;
  app.resize("main", 300);
  app.resize("other", 400);
  await saveWindowState(StateFlags.ALL);
  app.resize("main", 500);
  app.resize("other", 500);
  await restoreState("other", StateFlags.POSITION | StateFlags.VISIBLE);
  expect(app.size("other")?.width).toBe(500);
  await restoreState("other", StateFlags.SIZE);
  await restoreStateCurrent(StateFlags.ALL);
  expect([app.size("main")?.width, app.size("other")?.width]).toEqual([300, 400]);
});

test("flags that are none, and labels of no window, are refused as Tauri's plugin refuses them", async () => {
  using app = await start();
  for (const flags of [64, -1, 1.5, Number.NaN])
    expect(await rejection(app.api.saveWindowState(flags))).toMatch(/^bad-argument: /);
  expect(await rejection(app.api.saveWindowState(64))).toBe(
    "bad-argument: Invalid state flags bits: 64",
  );
  expect(await rejection(app.api.restoreState("none", 1))).toBe(
    "not-found: Couldn't find window with label: none",
  );
});

test("a state that cannot be written rejects", async () => {
  const file = join(data.path, "org.example.memory/private/window-state/state.json");
  using app = await start();
  mkdirSync(file, { recursive: true });
  expect(await rejection(app.api.saveWindowState(1))).toBe(
    `io: Cannot write "${file}": it is a folder`,
  );
});

for (const [allowlist, call, flag] of [
  [{ save: true }, "restoreState", "restore"],
  [{ restore: true }, "saveWindowState", "save"],
] as const)
  test(`${call} needs the flag "${flag}"`, async () => {
    using app = await start(allowlist);
    const called =
      call === "restoreState" ? app.api.restoreState("main", 1) : app.api.saveWindowState(1);
    expect(await rejection(called)).toContain(`set plugins.window-state.allowlist.${flag} to true`);
  });
