import type { Attention } from "../../contract/window/window.ts";

/** The urgency of a request for the user's attention. */
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

/** Its word for the application; an invalid value is passed on, to be rejected there. */
export function attentionOf(requestType: UserAttentionType | null): Attention | null {
  return requestType === null ? null : (names[requestType] ?? (requestType as never));
}
