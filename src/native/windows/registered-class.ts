import { FrameworkError } from "../../contract/errors.ts";
import type { Address } from "../ffi/signature.ts";
import { lastError } from "./last-error.ts";
import { instance } from "./lib/kernel32.ts";
import { WNDCLASSEXW, user32 } from "./lib/user32.ts";
import { wide } from "./wide-text.ts";

/**
 * Registers a window class, which belongs to the process, while its function belongs to the
 * creating thread.
 *
 * @param received the address of the function that receives the messages
 * @param background the brush with which Windows paints windows before they paint themselves; 0:
 * none
 * @returns the class's name, in the form for calls
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

/** The reason why a window could not be created; read at once, before another call fails. */
export function noWindow(call: string): FrameworkError {
  return new FrameworkError(
    "unavailable",
    `Cannot make a window (${call}: ${lastError()}): close other windows or programs, or log on to a desktop session`,
  );
}
