// Plugins in an app that the tool built for Windows: their threads, files and connections on
// Windows' own calls.

import { afterAll, beforeAll } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { missingWine } from "../../harness/wine.ts";
import { pluginStories, startPluginServer } from "../display/plugin-stories.ts";
import { pluginApp } from "../support/plugin-app.ts";
import {
  buildWindowsApp,
  startWindowsApp,
  startWindowsSession,
  underWine,
  type WindowsApp,
} from "../support/windows/windows-app.ts";

const server = startPluginServer();
const held = new AsyncDisposableStack();
let app: WindowsApp;
beforeAll(async () => {
  if (missingWine() !== null) return;
  const options = await pluginApp({
    fs: { scope: ["C:\\files", "C:\\files\\*"] },
    http: { scope: [`http://${server.host}/*`] },
  });
  const built = held.use(await buildWindowsApp(options));
  const session = held.use(await startWindowsSession());
  mkdirSync(session.wine.linuxPath("C:\\files"));
  app = held.use(await startWindowsApp(session, built));
});
afterAll(async () => {
  await held.disposeAsync();
  await server.stop();
});

pluginStories(
  underWine,
  () => {
    const { wine } = app.windowsSession;
    return {
      run: (code, ...args) => app.page().run(code, ...args),
      folder: wine.linuxPath("C:\\files"),
      inApp: (path) => wine.windowsPath(path),
      logs: join(wine.userFolder, "AppData/Roaming/org.example.display-app/logs"),
    };
  },
  server.host,
);
