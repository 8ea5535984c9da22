// Plugins in a built app with real pages: their threads, files and events are part of the
// executable.

import { afterAll, beforeAll, expect } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "../../harness/display.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  buildApp,
  onDisplay,
  shareSession,
  startBuiltApp,
  type BuiltApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { pluginApp } from "../support/plugin-app.ts";
import { pluginStories, startPluginServer } from "./plugin-stories.ts";

const shared = shareSession();
const data = tempDir();
const server = startPluginServer();

let built: BuiltApp | undefined;
let app: DisplayApp | undefined;
beforeAll(async () => {
  if (missingPrograms().length > 0) return;
  mkdirSync(join(data.path, "files"));
  built = await buildApp(
    await pluginApp({
      fs: { scope: [`${data.path}/files`, `${data.path}/files/*`] },
      http: { scope: [`http://${server.host}/*`] },
    }),
  );
  const { executable, folder } = built;
  const env = { XDG_CONFIG_HOME: data.path, XDG_DATA_HOME: data.path };
  app = await startBuiltApp(shared.session, executable, { folder, env });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  built?.[Symbol.dispose]();
  await server.stop();
  data[Symbol.dispose]();
});

const run = (code: string, ...args: readonly unknown[]): Promise<unknown> => {
  if (app === undefined) throw new Error("The app did not start");
  return app.page().run(code, ...args);
};

pluginStories(
  onDisplay,
  () => ({
    run,
    folder: join(data.path, "files"),
    inApp: (path) => path,
    logs: join(data.path, "org.example.display-app/logs"),
  }),
  server.host,
);

onDisplay("a page puts its window into a corner of the screen", async () => {
  const gap = await run(`
    const { moveWindow, Position } = await import("/positioner.js");
    const { appWindow, currentMonitor } = __FRAMEWORK__.window;
    await moveWindow(Position.BottomRight);
    const { workArea: { position, size } } = await currentMonitor();
    const end = performance.now() + 10000;
    for (;;) {
      const [place, outer] = await Promise.all([appWindow.outerPosition(), appWindow.outerSize()]);
      const gap = [position.x + size.width - place.x - outer.width, position.y + size.height - place.y - outer.height];
      if (gap.every((each) => each === 0) || performance.now() > end) return gap;
    }
  `);
  expect(gap).toEqual([0, 0]);
});
