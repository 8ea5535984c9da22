// The page halves of plugins in a real engine, each window with a copy of its own, over one app.

import { afterAll, beforeAll, expect } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";

const shared = shareSession();
const names = ["log", "store", "window-state"] as const;
const data = tempDir();
let app: DisplayApp;

const logFile = join(data.path, "org.example.display-app/logs/Display App.log");
const storeFile = join(data.path, "org.example.display-app/settings.json");
const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

beforeAll(async () => {
  const own = (path: string): string => JSON.stringify(join(root, path));
  const entry = tempDir({
    "pages.ts": names
      .map((name) => `export * as ${name.replace("-", "_")} from ${own(`plugins/${name}/api.ts`)};`)
      .join("\n"),
  });
  const { outputs } = await Bun.build({
    entrypoints: [join(entry.path, "pages.ts")],
    target: "browser",
  });
  entry[Symbol.dispose]();
  app = await startDisplayApp(shared.session, {
    windows: ["main", "other"],
    env: { XDG_CONFIG_HOME: data.path, XDG_DATA_HOME: data.path },
    config: {
      plugins: {
        log: { allowlist: { all: true } },
        store: { allowlist: { all: true }, scope: ["settings.json"] },
        "window-state": { allowlist: { all: true } },
      },
    },
    files: {
      "page/plugins.js": await (outputs[0] as Bun.BuildArtifact).text(),
      "src-framework/main.ts": `
        import fixture from ${own("test/fixtures/display-app/main.ts")};
        import { defineApp } from ${own("src/app/index.ts")};
        import { log } from ${own("plugins/log/index.ts")};
        import { store } from ${own("plugins/store/index.ts")};
        import { windowState } from ${own("plugins/window-state/index.ts")};
        const logger = log({ targets: ["folder"] });
        logger.info("own code");
        export default defineApp({ ...fixture, plugins: [logger, store(), windowState()] });`,
    },
  });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  data[Symbol.dispose]();
});

/** Runs code in a page that has `log`, `store` and `window_state`. */
const run = (window: string, code: string): Promise<unknown> =>
  app.page(window).run(`const { log, store, window_state } = await import("/plugins.js"); ${code}`);

onDisplay("a store is one for all windows, and each hears of changes by the others", async () => {
  await run(
    "other",
    `window.heard = [];
     await new store.Store("settings.json").onChange((key, value) => window.heard.push([key, value]));`,
  );
  await run("main", `await new store.Store("./settings.json").set("theme", { name: "ünï" })`);
  await waitFor(
    "the change",
    async () => ((await run("other", "return window.heard")) as unknown[]).length > 0,
  );
  expect(await run("other", "return window.heard")).toEqual([["theme", { name: "ünï" }]]);
  expect(await run("other", `return await new store.Store("settings.json").entries()`)).toEqual([
    ["theme", { name: "ünï" }],
  ]);
  await waitFor("the file", () => read(storeFile) === '{"theme":{"name":"ünï"}}');
});

onDisplay(
  "lines of pages, their consoles and what nothing catches in them are in the log",
  async () => {
    await run("main", `await log.warn("a line", { keyValues: { id: "1" } })`);
    await run(
      "other",
      `console.error("a console", { b: 1 }); setTimeout(() => { throw new TypeError("nothing catches this") })`,
    );
    await run("other", `Promise.reject(new RangeError("nor this"))`);
    for (const line of [
      /\[INFO\]\[app\] own code/,
      /\[WARN\]\[page:main.*\] a line \{"id":"1"\}/,
      /\[ERROR\]\[page:other\] a console \{"b":1\}/,
      /\[ERROR\]\[page:other\] uncaught TypeError: nothing catches this/,
      /\[ERROR\]\[page:other\] uncaught rejection: RangeError: nor this/,
    ])
      await waitFor(String(line), () => line.test(read(logFile)), { state: () => read(logFile) });
  },
);

onDisplay(
  "a page that hears of the log writes it to its console, and not to the log once more",
  async () => {
    const heard = await run(
      "main",
      `const lines = [];
     const taken = console.info[Symbol.for("framework-plugin-log")];
     console.info[Symbol.for("framework-plugin-log")] = (line) => lines.push(line);
     const detach = await log.attachConsole();
     await log.info("heard once");
     while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
     detach();
     console.info[Symbol.for("framework-plugin-log")] = taken;
     return lines;`,
    );
    expect(heard).toEqual([expect.stringMatching(/\[INFO\]\[page:main.*\] heard once$/)]);
    expect(read(logFile).match(/heard once/g)?.length).toBe(1);
  },
);

onDisplay("a page gives its window back the size that it has remembered", async () => {
  const size = await run(
    "main",
    `const { appWindow, LogicalSize } = __FRAMEWORK__.window;
     const width = async () => (await appWindow.innerSize()).width;
     await window_state.saveWindowState(window_state.StateFlags.ALL);
     const before = await width();
     await window_state.restoreStateCurrent(window_state.StateFlags.SIZE);
     return [before, await width()];`,
  );
  expect((size as number[])[1]).toBe((size as number[])[0] as number);
});
