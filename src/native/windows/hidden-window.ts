import { callback } from "../ffi/callback.ts";
import { instance } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";
import { noWindow, registerClass } from "./registered-class.ts";

// A window that nobody sees, but one of the desktop's, other than the loop's: the shell tells its
// news to those alone, asks them when the session ends, and opens a menu for none that cannot come
// to the front.

const WS_POPUP = 0x8000_0000;

type Handler = (wParam: number, lParam: number) => number;

const handlers = new Map<number, Handler>();

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  const handler = handlers.get(message);
  if (handler !== undefined) return handler(wParam, lParam);
  return user32.DefWindowProcW(window, message, wParam, lParam);
});

let made: number | undefined;

/** The window, which belongs to the ui thread and lives as long as the process. */
export function hiddenWindow(): number {
  if (made !== undefined) return made;
  const name = registerClass("FrameworkApp", received());
  made = user32.CreateWindowExW(0, name, name, WS_POPUP, 0, 0, 0, 0, 0, 0, instance(), null);
  if (made === 0) throw noWindow("CreateWindowExW");
  return made;
}

/**
 * From now on `handler` answers this message to the hidden window, in place of Windows' own way to
 * do so.
 */
export function onMessage(message: number, handler: Handler): void {
  handlers.set(message, handler);
}
