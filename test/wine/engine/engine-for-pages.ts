import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageOrigins } from "../../../src/contract/page/origins.ts";
import type { EngineForPages } from "../../display/bridge-stories.ts";
import { root } from "../../support/app/display-app.ts";

/** WebView2, for a page that wants to get past the bridge. */
export const webview2ForPages = {
  origins: pageOrigins("https"),
  // An answer comes as a message to the page. Nothing may come at all, so this waits until other
  // messages have.
  send: `async (key, call) => {
    const { webview } = window.chrome;
    const heard = [];
    const hear = ({ data }) => heard.push(data);
    webview.addEventListener("message", hear);
    webview.postMessage(key + "0".repeat(16) + "1 " + call);
    await fetch("https://framework.localhost/").catch(() => {});
    webview.removeEventListener("message", hear);
    return heard.join();
  }`,
  certificate: readFileSync(join(root, "test/fixtures/untrusted-site.pem"), "utf8"),
} as const satisfies EngineForPages;
