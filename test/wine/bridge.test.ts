// What real pages can say to an app on Windows, and what they cannot.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { bridgeStories } from "../display/bridge-stories.ts";
import { root } from "../support/app/display-app.ts";
import { shareWindowsApp, underWine } from "../support/windows/windows-app.ts";

const shared = shareWindowsApp({ windows: ["main", "second"] });

bridgeStories(shared, underWine, {
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
});
