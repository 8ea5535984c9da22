import type { UiCallName } from "../../../src/contract/ui/index.ts";

/** The calls that have nothing to do with windows and pages. */
export type ServiceName = Extract<
  UiCallName,
  "app.quit" | `${"clipboard" | "notification" | "shortcut" | "tray" | "shell"}.${string}`
>;

/** A line that the program is given. */
export interface CallLine {
  readonly id: number;
  readonly call: ServiceName;
  readonly args: unknown;
}

/** A line of its output: the end of a call, an event, or an uncaught error. */
export type ToldLine =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly event: string; readonly payload: unknown }
  | { readonly thrown: string };
