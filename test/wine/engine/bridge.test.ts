// The messages that real pages can and cannot send to an app on Windows.

import { bridgeStories } from "../../display/bridge-stories.ts";
import { shareWindowsApp, underWine } from "../../support/windows/windows-app.ts";
import { webview2ForPages } from "./engine-for-pages.ts";

const shared = shareWindowsApp({ windows: ["main", "second"] });

bridgeStories(shared, underWine, webview2ForPages);
