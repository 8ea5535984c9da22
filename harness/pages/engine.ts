/** The engine that shows the pages: WebKitGTK, on the display, or Chromium, without one. */
export type PageEngine = "webkit" | "chromium";

/** The engine behind the stand-in of WebView2; `FRAMEWORK_TEST_WEBVIEW2=chromium` sets it, too. */
export const engineVariable = "FRAMEWORK_TEST_WEBVIEW2";

/** The engine behind the stand-in of WebView2 where a test names none. */
export function chosenEngine(): PageEngine {
  return process.env[engineVariable] === "chromium" ? "chromium" : "webkit";
}
