import { expect } from "bun:test";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { bridgeStories } from "./bridge-stories.ts";

const shared = shareApp({ windows: ["main", "second"] });

bridgeStories(shared, onDisplay, {
  origins: pageOrigins(null),
  // An answer comes as a rejection.
  send: `async (key, call) => window.webkit.messageHandlers.framework.postMessage(key + call).catch((error) => error.message)`,
  certificate: null,
});

onDisplay(
  "a message that is none, or has not the key of its document, is rejected at once",
  async () => {
    const code = `
    const { framework } = window.webkit.messageHandlers;
    const call = '{"command":"test.echo","args":1}';
    const messages = [
      0, -1, 1e300, true, null, undefined, {}, [], { command: "test.echo" }, new Date(), new Uint8Array(100),
      "", "x", "\\0".repeat(100), call, "0".repeat(32), "0".repeat(32) + call, "f".repeat(31) + call, "ä".repeat(16) + call,
      "0".repeat(32) + "x".repeat(100_000_000),
    ];
    const printed = new Set();
    for (const message of messages) {
      await framework.postMessage(message).then(() => printed.add("answered"), (error) => printed.add(String(error.message ?? error)));
    }
    return [...printed];`;
    expect(await shared.app.page().run(code)).toEqual(["This page may not call the app"]);
  },
);
