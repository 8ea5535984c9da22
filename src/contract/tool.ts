// The protocol between `framework dev` and the app thread of the app it runs: one JSON text per
// line.

import type { UsesReport } from "./uses/uses.ts";

/** Tool → app thread. */
export interface ToolRequest {
  /** `restart`: the app's own code has changed. `reload`: the page's files have. */
  readonly kind: "restart" | "reload";
}

/** App thread → tool. */
export interface ToolReport {
  /**
   * `restarting`: the request was accepted, and another app thread will follow. `begun`: the
   * windows are open. `failed`: an uncaught error has been reported; the windows stay, and the tool
   * may request a restart.
   */
  readonly kind: "restarting" | "begun" | "failed";
  /** With `begun`: absolute paths of the modules that the app thread has loaded. */
  readonly modules?: readonly string[];
}

/** App thread → tool: the parts of the allowlist that pages have used since the last report. */
export interface UsesToTool {
  readonly kind: "uses";
  readonly uses: UsesReport;
}
