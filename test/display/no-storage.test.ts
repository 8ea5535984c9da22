// A home without write permission, as on a kiosk whose disk is read-only.

import { expect } from "bun:test";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

onDisplay(
  "an app whose folders cannot be written to runs without storage, and says so once",
  async () => {
    const env = { XDG_DATA_HOME: "/dev/null/data", XDG_CACHE_HOME: "/dev/null/cache" };
    await using app = await startDisplayApp(shared.session, { env });
    await app.running.line("the data that pages store is lost when the app ends");
    expect(await app.page().run("localStorage.kept = 'here'; return localStorage.kept;")).toBe(
      "here",
    );
    expect(app.running.report().match(/the data that pages store is lost/g)).toHaveLength(1);
  },
);
