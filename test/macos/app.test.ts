// How whole apps for macOS end, over the stand-in for Apple's runtime.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { missingForMac, startMacApp, startMacSession, type MacSession } from "../support/mac-app.ts";

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
});
