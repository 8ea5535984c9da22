// The line between `framework dev` and the app thread of the app it runs: one JSON text a line.

import type { UsesReport } from "./uses/uses.ts";

/** Tool → app thread. */
export interface ToolRequest {
  /** `restart`: the app's own code has changed. `reload`: the page's files have. */
  readonly kind: "restart" | "reload";
}

/** App thread → tool. */
export interface ToolReport {
  /**
   * `restarting`: the request was heard, and another app thread will follow. `begun`: the windows
   * are there. `failed`: an uncaught error has been told; the windows stay, and the tool may ask
   * for a restart.
   */
  readonly kind: "restarting" | "begun" | "failed";
  /** With `begun`: whole paths of the modules that the app thread has loaded. */
  readonly modules?: readonly string[];
}

/** App thread → tool: what pages have used of the allowlist since the last time. */
export interface UsesToTool {
  readonly kind: "uses";
  readonly uses: UsesReport;
}
