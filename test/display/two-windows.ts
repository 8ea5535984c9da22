import { shareApp } from "../support/app/display-app.ts";
import { windowPair } from "../support/window-pair.ts";

export const labels = ["main", "second"] as const;

/** An app with two windows that the tests of a file share, and their questions. */
export function shareWindows() {
  return windowPair(
    shareApp({ windows: labels, config: { framework: { allowlist: { window: { all: true } } } } }),
  );
}
