// Variables by which WebView2 hands pages to a debugger, or what they store to another folder. An
// app that was released takes no notice of them; a debug build does, for tools that drive browsers.

import "../native/windows/without-windows.ts";
import { attack, secret } from "./attack.ts";
import { WebView2Stage } from "../native/windows/webview2-stage.ts";

/** What the engine of an app is started with in a hostile environment. */
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
