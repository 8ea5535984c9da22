import { FrameworkError } from "../../contract/errors.ts";
import type { Address } from "../ffi/signature.ts";
import { lastError } from "./last-error.ts";
import { instance } from "./lib/kernel32.ts";
import { WNDCLASSEXW, user32 } from "./lib/user32.ts";
import { wide } from "./wide-text.ts";

/**
 * Registers a class of windows, which belongs to the process, while its function belongs to the
 * thread that made it.
 *
 * @param received the address of the function that gets the messages
 * @param background what Windows paints windows with before they do, a brush; 0: nothing
 * @returns the class's name, as calls take it
 */
export function registerClass(name: string, received: Address, background = 0): Uint8Array {
  const className = wide(name);
  const description = WNDCLASSEXW.make({
    cbSize: WNDCLASSEXW.size,
    lpfnWndProc: received,
    hInstance: instance(),
    hbrBackground: background,
    lpszClassName: className,
  });
  if (user32.RegisterClassExW(description.bytes) === 0) throw noWindow("RegisterClassExW");
  return className;
}

/** Why a window could not be made; read at once, before another call fails. */
export function noWindow(call: string): FrameworkError {
  return new FrameworkError(
    "unavailable",
    `Cannot make a window (${call}: ${lastError()}): close other windows or programs, or log on to a desktop session`,
  );
}
