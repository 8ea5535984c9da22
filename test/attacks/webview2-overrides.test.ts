// Variables by which WebView2 gives a debugger access to pages, or stores their data in another
// folder. A released app ignores them. A debug build uses them, for tools that drive browsers.

import "../native/windows/without-windows.ts";
import { attack, secret } from "./attack.ts";
import { WebView2Stage } from "../native/windows/webview2-stage.ts";

/** The engine's start options in a hostile environment. */
async function startedWith(
  isWeak: boolean,
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  using stage = new WebView2Stage({}, { takesOverrides: isWeak, environment });
  await stage.engine.begun;
  return stage.runtime.options;
}

attack("a port for debuggers, by a variable", (isWeak) =>
  startedWith(isWeak, {
    WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS: `--remote-debugging-port=9222 --remote-allow-origins=${secret}`,
  }),
);

attack("another folder for what pages store, by a variable", (isWeak) =>
  startedWith(isWeak, { WEBVIEW2_USER_DATA_FOLDER: `C:\\${secret}` }),
);
