// The ends of whole apps for macOS, over the stand-in for Apple's runtime.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import {
  missingForMac,
  startMacApp,
  startMacSession,
  type MacSession,
} from "../support/macos/mac-app.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

const held = new AsyncDisposableStack();
let session: MacSession;

if (missingForMac === null) {
  beforeAll(async () => {
    session = held.use(await startMacSession());
  });
  afterAll(() => held.disposeAsync());
}

describe.skipIf(missingForMac !== null)("an app for macOS", () => {
  test("ends when its user chooses to quit", async () => {
    await using app = await startMacApp(session, { windows: ["main", "second"] });
    await app.user.does({ do: "quit" });
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  });

  test("ends when the last window is closed", async () => {
    await using app = await startMacApp(session, { windows: ["main", "second"] });
    await app.user.does({ do: "close", title: "main" });
    await app.page("second").run("return 1");
    await app.user.does({ do: "close", title: "second" });
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  });

  test("gets what Finder starts it with, and what is opened later", async () => {
    using folder = tempDir({ "a b.md": "first", "c.md": "second" });
    const [first, second] = ["a b.md", "c.md"].map((name) => join(folder.path, name)) as [
      string,
      string,
    ];
    const address = (path: string): string => Bun.pathToFileURL(path).href;
    await using app = await startMacApp(session, {
      env: { LAUNCHED_WITH: JSON.stringify([address(first), "notes:1"]) },
      config: {
        framework: {
          bundle: { identifier: "org.example.opening", urlSchemes: ["notes"] },
          allowlist: { app: { open: true }, fs: { readFile: true } },
          windows: [{ label: "main", title: "main" }],
        },
      },
    });
    const page = app.page();
    expect(await page.call("app.getStart")).toMatchObject({
      args: [],
      files: [first],
      urls: ["notes:1"],
    });
    expect(await page.call("fs.readTextFile", first)).toBe("first");
    await page.run(
      "window.opened = []; await __FRAMEWORK__.app.onOpen((each) => opened.push(each))",
    );
    await app.user.does({ do: "open", addresses: [address(second), "notes:2", "other:3"] });
    await waitFor("what was opened", async () => (await page.run("return opened.length")) === 1);
    expect(await page.run("return opened[0]")).toMatchObject({
      args: [],
      files: [second],
      urls: ["notes:2"],
    });
    expect(await page.call("fs.readTextFile", second)).toBe("second");
  });
});
