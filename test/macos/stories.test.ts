// Stories of pages in a whole app for macOS, over the stand-in for Apple's runtime: messages,
// files, dialogs and requests.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { bridgeStories } from "../display/bridge-stories.ts";
import { clipboardStories } from "../display/clipboard-stories.ts";
import { dialogStories } from "../display/dialog-stories.ts";
import { httpStories } from "../display/http-stories.ts";
import { protocolFiles, protocolStories, writeLargeFile } from "../display/protocol-stories.ts";
import { missingForMac } from "../support/macos/mac-app.ts";
import { shareMacApp } from "../support/macos/shared-mac-app.ts";

const made = tempDir();
const folder = made.path;
const shared = shareMacApp({
  windows: ["main", "second"],
  files: protocolFiles,
  config: {
    framework: {
      allowlist: {
        clipboard: { all: true },
        dialog: { all: true },
        window: { all: true },
        fs: { readFile: true, writeFile: true, exists: true },
        http: { all: true, scope: ["http://127.0.0.1:*/*"] },
        protocol: { asset: true, assetScope: [`${folder}/open/**`] },
      },
    },
  },
});
afterAll(() => made[Symbol.dispose]());

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
        await shared.app.user.waitForDialog(title);
        const answer = (agrees: boolean) => async () =>
          void (await shared.app.user.does({ do: "answer", title, agrees }));
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
    protocolStories(shared, test, {
      origins: pageOrigins(null),
      folder,
      named: (path) => path,
      large,
    });
  });

  describe("requests", () => httpStories(shared, test));

  describe("the clipboard", () =>
    clipboardStories(shared, test, {
      paste: () => shared.app.user.does({ do: "paste" }),
      async copy(text) {
        await shared.app.user.does({ do: "copy", text });
        return { [Symbol.asyncDispose]: () => Promise.resolve() };
      },
    }));

  describe("windows", () => {
    test("a page opens a window, changes it, reads it, and closes it", async () => {
      await shared.app.page().run(`
        const { WebviewWindow } = __FRAMEWORK__.window;
        const window = new WebviewWindow("third", { url: "index.html", title: "third", width: 420, height: 300, x: 100, y: 120 });
        await new Promise((resolve) => window.once("framework://created", resolve));`);
      await shared.app.pageOpened("third");
      expect(await shared.app.window("third")).toMatchObject({
        area: { x: 100, width: 420, height: 300 },
      });
      const inWindow = (code: string) =>
        shared.app
          .page()
          .run(`const third = __FRAMEWORK__.window.WebviewWindow.getByLabel("third"); ${code}`);
      await inWindow(`await third.setTitle("“drei” 三"); await third.setResizable(false);`);
      expect(await inWindow(`return [await third.title(), await third.isResizable()]`)).toEqual([
        "“drei” 三",
        false,
      ]);
      const titles = async () => (await shared.app.windows()).map(({ title }) => title);
      await waitFor("the title", async () => (await titles()).includes("“drei” 三"));
      await inWindow("await third.close()");
      await waitFor("its end", async () => !(await titles()).includes("“drei” 三"));
    });

    test("thirty windows that were opened and closed leave nothing behind", async () => {
      await shared.app.page().run(`
        const { WebviewWindow } = __FRAMEWORK__.window;
        for (let number = 0; number < 30; number++) {
          const label = "passing" + number;
          const window = new WebviewWindow(label, { url: "index.html", title: label });
          await new Promise((resolve, reject) => {
            window.once("framework://created", resolve);
            window.once("framework://error", reject);
          });
          await window.close();
        }`);
      const isPassing = ({ title }: { readonly title: string }): boolean =>
        title.startsWith("passing");
      await waitFor(
        "the end of all of them",
        async () => !(await shared.app.windows()).some(isPassing),
      );
      const { held } = await shared.app.user.report();
      // The two windows have the same objects as before, and a view is in store for the next one.
      const classes = held
        .filter((each) => /^(Framework|WK)/.test(each))
        .map((each) => each.split(" ")[0]);
      const counts = Object.values(Object.groupBy(classes, (name) => name ?? "")).map(
        (all) => all?.length ?? 0,
      );
      expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    });
  });

  test("nothing was done that Apple's runtime would not forgive", async () => {
    expect((await shared.app.user.report()).wrong).toEqual([]);
  });
});
