// What real pages can say to an app on Windows, and what they cannot.

import { bridgeStories } from "../display/bridge-stories.ts";
import { shareWindowsApp, underWine } from "../support/windows/windows-app.ts";
import { webview2ForPages } from "./engine-for-pages.ts";

const shared = shareWindowsApp({ windows: ["main", "second"] });

bridgeStories(shared, underWine, webview2ForPages);
