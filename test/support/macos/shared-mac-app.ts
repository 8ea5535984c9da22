import { afterAll, beforeAll } from "bun:test";
import type { DisplayAppOptions } from "../app/display-app.ts";
import { missingForMac, startMacApp, startMacSession, type MacApp } from "./mac-app.ts";

if (missingForMac !== null) console.warn(`skipped: ${missingForMac}`);

/** An app for macOS that the tests of a file share. */
export function shareMacApp(options: DisplayAppOptions): { readonly app: MacApp } {
  const held = new AsyncDisposableStack();
  let app: MacApp | undefined;
  if (missingForMac === null) {
    beforeAll(async () => {
      app = held.use(await startMacApp(held.use(await startMacSession()), options));
    });
    afterAll(() => held.disposeAsync());
  }
  return {
    get app() {
      if (app === undefined) throw new Error("Cannot use the app: it was not started");
      return app;
    },
  };
}
