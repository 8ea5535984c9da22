import type { Attention } from "../../contract/window/window.ts";

/** How urgently a window wants to be looked at. */
export const UserAttentionType = Object.freeze({
  /**
   * macOS: bounces the dock icon until the application is focused. Windows: flashes window and
   * taskbar.
   */
  Critical: 1,
  /** macOS: bounces the dock icon once. Windows: flashes the taskbar. */
  Informational: 2,
});
export type UserAttentionType = (typeof UserAttentionType)[keyof typeof UserAttentionType];

const names: Readonly<Record<number, Attention>> = { 1: "Critical", 2: "Informational" };

/** Its word on the way to the application; what is none goes there as it is, to be refused. */
export function attentionOf(requestType: UserAttentionType | null): Attention | null {
  return requestType === null ? null : (names[requestType] ?? (requestType as never));
}
