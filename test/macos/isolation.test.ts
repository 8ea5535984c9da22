// An app for macOS whose calls go through an isolation page, over the stand-in for Apple's runtime.

import { describe, expect, test } from "bun:test";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { isolatedOptions, isolationStories } from "../display/isolation-stories.ts";
import { missingForMac } from "../support/macos/mac-app.ts";
import { shareMacApp } from "../support/macos/shared-mac-app.ts";

const shared = shareMacApp(isolatedOptions);

describe.skipIf(missingForMac !== null)("isolation on macOS", () => {
  isolationStories(shared, test, pageOrigins(null));

  test("nothing was done that Apple's runtime would not forgive", async () => {
    expect((await shared.app.user.report()).wrong).toEqual([]);
  });
});
