// Stories of pages in a whole app for macOS, over the stand-in for Apple's runtime: messages, files, dialogs and requests.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { bridgeStories } from "../display/bridge-stories.ts";
import { dialogStories } from "../display/dialog-stories.ts";
import { httpStories } from "../display/http-stories.ts";
import { protocolFiles, protocolStories, writeLargeFile } from "../display/protocol-stories.ts";
import { missingForMac, startMacApp, startMacSession, type MacApp } from "../support/mac-app.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

const held = new AsyncDisposableStack();
const folder = held.use(tempDir()).path;
let app: MacApp;
const shared = {
  get app() {
    return app;
  },
};

if (missingForMac === null) {
  beforeAll(async () => {
    const session = held.use(await startMacSession());
    app = held.use(
      await startMacApp(session, {
        windows: ["main", "second"],
        files: protocolFiles,
        config: {
          framework: {
            allowlist: {
              dialog: { all: true },
              fs: { readFile: true, writeFile: true, exists: true },
              http: { all: true, scope: ["http://127.0.0.1:*/*"] },
              protocol: { asset: true, assetScope: [`${folder}/open/**`] },
            },
          },
        },
      }),
    );
  });
  afterAll(() => held.disposeAsync());
}

describe.skipIf(missingForMac !== null)("macOS", () => {
  describe("the bridge", () =>
    bridgeStories(shared, test, {
      origins: pageOrigins(null),
      send: `async (key, call) => window.webkit.messageHandlers.framework.postMessage(key + call).catch((error) => error.message)`,
      certificate: null,
    }));

  describe("dialogs", () =>
    dialogStories(shared, test, {
      async dialog(_, title) {
        await app.user.waitForDialog(title);
        const answer = (agrees: boolean) => async () =>
          void (await app.user.does({ do: "answer", title, agrees }));
        return { yes: answer(true), no: answer(false) };
      },
      folder,
      named: (path) => path,
    }));

  describe("protocols", () => {
    const large = { name: "large.bin", megabytes: 20 } as const;
    beforeAll(() => {
      mkdirSync(join(folder, "open"), { recursive: true });
      writeLargeFile(join(folder, "open", large.name), large.megabytes);
    });
    protocolStories(shared, test, { origins: pageOrigins(null), folder, named: (path) => path, large });
  });

  describe("requests", () => httpStories(shared, test));

  test("nothing was done that Apple's runtime would not forgive", async () => {
    expect((await app.user.report()).wrong).toEqual([]);
  });
});
