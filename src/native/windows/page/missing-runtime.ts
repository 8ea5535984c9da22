import type { AppIdentity } from "../../../contract/ui/index.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";

const MB_ICONERROR = 0x10;
const MB_SETFOREGROUND = 0x10000;

/**
 * Reports in a message box that the app cannot start: there is no window yet, and the standard
 * error of a program started by a click is invisible. Returns when the box is closed.
 */
export function sayMissing({ name }: AppIdentity, reason: string): void {
  user32.MessageBoxW(0, wide(reason), wide(name), MB_ICONERROR | MB_SETFOREGROUND);
}
