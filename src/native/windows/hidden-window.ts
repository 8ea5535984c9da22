import { callback } from "../ffi/callback.ts";
import { instance } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";
import { noWindow, registerClass } from "./registered-class.ts";

// A hidden window of the desktop, separate from the loop's message-only one: the shell broadcasts
// only to such windows, queries them when the session ends, and opens a menu only for a window that
// can come to the front.

const WS_POPUP = 0x8000_0000;

type Handler = (wParam: number, lParam: number) => number;

const handlers = new Map<number, Handler>();

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  const handler = handlers.get(message);
  if (handler !== undefined) return handler(wParam, lParam);
  return user32.DefWindowProcW(window, message, wParam, lParam);
});

let made: number | undefined;

/** The window, which belongs to the ui thread and lives until the process ends. */
export function hiddenWindow(): number {
  if (made !== undefined) return made;
  const name = registerClass("FrameworkApp", received());
  made = user32.CreateWindowExW(0, name, name, WS_POPUP, 0, 0, 0, 0, 0, 0, instance(), null);
  if (made === 0) throw noWindow("CreateWindowExW");
  return made;
}

/**
 * From now on `handler` answers this message to the hidden window, in place of Windows' default.
 */
export function onMessage(message: number, handler: Handler): void {
  handlers.set(message, handler);
}
