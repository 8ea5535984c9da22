// What a page tells the terminal of `framework dev`. Built apps have none of it.

import type { ErrorCode } from "../errors.ts";

/** The plugin by which pages report; no plugin of anybody else can be called so in development. */
export const reportPlugin = "framework-dev";
export const reportCommand = `plugin:${reportPlugin}|report`;

export interface PageReport {
  readonly text: string;
  /** `address:line:column`, as far as it is known. */
  readonly place: string | null;
  /** Of a refused call. */
  readonly code: ErrorCode | null;
  /** Said each time, not once. */
  readonly isConsole: boolean;
}
