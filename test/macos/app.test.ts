// How whole apps for macOS end, and what an isolated one lets through, over the stand-in for Apple's runtime.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  missingForMac,
  startMacApp,
  startMacSession,
  type MacApp,
  type MacSession,
} from "../support/mac-app.ts";

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

  test("ends by a signal, which its pages may not hear", async () => {
    await using app = await startMacApp(session);
    app.running.signal("SIGTERM");
    expect((await app.running.end()).signal).toBe("SIGTERM");
  });
});

describe.skipIf(missingForMac !== null)("an isolated app for macOS", () => {
  let app: MacApp;
  beforeAll(async () => {
    if (missingForMac !== null) return;
    app = held.use(
      await startMacApp(session, {
        config: {
          framework: {
            bundle: { identifier: "org.example.isolated-app" },
            pattern: { use: "isolation", options: { dir: "../isolation" } },
            // The test's page makes functions from text.
            security: { csp: "default-src 'self'; script-src 'self' 'unsafe-eval'", freezePrototype: true },
          },
        },
        files: {
          "isolation/index.html": `<!doctype html>
<script>
  window.__FRAMEWORK_ISOLATION_HOOK__ = async (call) => {
    if (call.command !== "test.length") return call;
    if (call.args.text === "refuse me") throw new Error("not this one");
    return { command: call.command, args: { text: call.args.text + "!" } };
  };
</script>`,
        },
      }),
    );
  });
  const inPage = (code: string) => app.page().run(`const { invoke } = __FRAMEWORK__;${code}`);

  test("has its calls go through the frame: text, long text and bytes", async () => {
    const code = `
      const bytes = new Uint8Array(300_000).fill(7);
      const back = await invoke("test.echo", { deep: [bytes, "é\\0"], none: new Uint8Array() });
      const long = await invoke("test.echo", "x".repeat(200_000));
      return [await invoke("test.echo", { a: 1 }), back.deep[0].length, back.deep[0][299_999], back.deep[1], back.none.length, long.length];`;
    expect(await inPage(code)).toEqual([{ a: 1 }, 300_000, 7, "é\0", 0, 200_000]);
  });

  test("has its hook change a call, and refuse one by throwing", async () => {
    expect(await inPage(`return await invoke("test.length", { text: "four" })`)).toBe(5);
    await expect(inPage(`await invoke("test.length", { text: "refuse me" })`)).rejects.toThrow(
      'Cannot run "test.length": not this one',
    );
  });

  test("has a frame of another origin, which no page can look into", async () => {
    const code = `
      await invoke("test.echo", 1);
      const frame = document.querySelector("iframe");
      let inside;
      try { inside = String(frame.contentWindow.__FRAMEWORK_ISOLATION_HOOK__); } catch (error) { inside = error.name; }
      return [frame.src, inside];`;
    expect(await inPage(code)).toEqual(["framework-isolation://localhost/", "SecurityError"]);
  });

  test("has done nothing that Apple's runtime would not forgive", async () => {
    expect((await app.user.report()).wrong).toEqual([]);
  });
});
