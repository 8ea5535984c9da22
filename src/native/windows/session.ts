import { kernel32 } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";

/**
 * The number of this process's session. A user may have several, each with a desktop of its own.
 */
export function sessionNumber(): string {
  const number = new Uint32Array(1);
  if (!kernel32.ProcessIdToSessionId(process.pid, number)) return "";
  return String(number[0]);
}

/**
 * Windows grants the right to take the foreground to the process that the user has just started,
 * which passes it on here.
 */
export function letTakeFront(id: number): void {
  user32.AllowSetForegroundWindow(id);
}
