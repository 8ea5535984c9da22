import { wakerOf, type Waker } from "../wake.ts";
import { user32 } from "./lib/user32.ts";
import { loopWindow, wakeMessage, whenWoken } from "./loop.ts";

/** Wakes by a message to the loop's window: messages to a thread are lost while a menu is open. */
export function openWaker(drain: () => boolean): Waker {
  whenWoken(drain);
  return wakerOf(user32, "PostMessageW", [loopWindow(), wakeMessage, 0, 0]);
}
