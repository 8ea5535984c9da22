// An app for Windows on WebView2's own engine: Chromium, behind the stand-in for its objects. All
// stories of Windows run on it by `npm run chromium`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, test } from "bun:test";
import { chromiumProgram } from "../../../harness/chromium/browser.ts";
import { bridgeStories } from "../../display/bridge-stories.ts";
import { protocolFiles, protocolStories, writeLargeFile } from "../../display/protocol-stories.ts";
import { shareWindowsApp, underWine } from "../../support/windows/windows-app.ts";
import { webview2ForPages } from "./engine-for-pages.ts";
import { attackedFiles, attackedScope, engineAttacks } from "./engine-attacks.ts";

const isMissing = chromiumProgram() === null;
if (isMissing) console.warn("skipped: Chromium missing; see tools/setup.mjs");
const story = isMissing ? test.skip : underWine;

const shared = shareWindowsApp({
  windows: ["main", "second"],
  files: { ...protocolFiles, ...attackedFiles },
  config: {
    framework: { allowlist: { protocol: { asset: true, assetScope: [attackedScope] } } },
  },
  session: { engine: isMissing ? "webkit" : "chromium" },
});

const large = { name: "large.bin", megabytes: 3 } as const;
const folder = () => join(shared.app.windowsSession.wine.prefix, "drive_c/stories");

beforeAll(() => {
  if (isMissing) return;
  mkdirSync(join(folder(), "open"), { recursive: true });
  writeLargeFile(join(folder(), "open", large.name), large.megabytes);
});

engineAttacks(shared, story, webview2ForPages.certificate);

// Those of many megabytes take as long as all others.
const quick = (name: string, run: () => Promise<void>): void => {
  if (!/\d MB/.test(name)) story(name, run);
};
bridgeStories(shared, quick, webview2ForPages);

protocolStories(shared, story, {
  origins: webview2ForPages.origins,
  get folder() {
    return folder();
  },
  named: (path) => shared.app.windowsSession.wine.windowsPath(path),
  large,
});
