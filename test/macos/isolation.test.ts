// An app for macOS whose calls go through an isolation page, over the stand-in for Apple's runtime.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { isolatedOptions, isolationStories } from "../display/isolation-stories.ts";
import { missingForMac, startMacApp, startMacSession, type MacApp } from "../support/mac-app.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

const held = new AsyncDisposableStack();
let app: MacApp;
const shared = {
  get app() {
    return app;
  },
};

if (missingForMac === null) {
  beforeAll(async () => {
    const session = held.use(await startMacSession());
    app = held.use(await startMacApp(session, isolatedOptions));
  });
  afterAll(() => held.disposeAsync());
}

describe.skipIf(missingForMac !== null)("isolation on macOS", () => {
  isolationStories(shared, test, pageOrigins(null));

  test("nothing was done that Apple's runtime would not forgive", async () => {
    expect((await app.user.report()).wrong).toEqual([]);
  });
});
