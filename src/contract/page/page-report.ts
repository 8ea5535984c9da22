// The reports of a page to the terminal of `framework dev`. Built apps contain none of this.

import type { ErrorCode } from "../errors.ts";

/** The plugin through which pages report; no other plugin can have this name in development. */
export const reportPlugin = "framework-dev";
export const reportCommand = `plugin:${reportPlugin}|report`;

export interface PageReport {
  readonly text: string;
  /** `address:line:column`, if known. */
  readonly place: string | null;
  /** For a failed call. */
  readonly code: ErrorCode | null;
  /** Printed each time, not once. */
  readonly isConsole: boolean;
}
