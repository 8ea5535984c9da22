import type { AppIdentity } from "../../../contract/ui/index.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";

const MB_ICONERROR = 0x10;
const MB_SETFOREGROUND = 0x10000;

/**
 * Says in a box what the app cannot start without: there is no window yet, and nobody sees the
 * standard error of a program that was started by a click. Returns when the box is closed.
 */
export function sayMissing({ name }: AppIdentity, reason: string): void {
  user32.MessageBoxW(0, wide(reason), wide(name), MB_ICONERROR | MB_SETFOREGROUND);
}
