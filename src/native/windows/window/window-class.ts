import { callback } from "../../ffi/callback.ts";
import { user32 } from "../lib/user32.ts";
import { registerClass } from "../registered-class.ts";

const COLOR_WINDOW = 5;

/** The receiver of a window's messages. */
export interface MessageTarget {
  /** Answers a message; `undefined`: Windows' default applies. */
  received(message: number, wParam: number, lParam: number): number | undefined;
}

const targets = new Map<number, MessageTarget>();

const received = callback("luLl>l", (window, message, wParam, lParam) => {
  const answer = targets.get(window)?.received(message, wParam, lParam);
  return answer ?? user32.DefWindowProcW(window, message, wParam, lParam);
});

let made: Uint8Array | undefined;

/**
 * The name of the class of all windows of the app. Messages without a receiver get Windows'
 * default.
 */
export function windowClass(): Uint8Array {
  // Until the page is shown.
  return (made ??= registerClass("FrameworkWindow", received(), COLOR_WINDOW + 1));
}

/** From now on the messages of a window go to `target`, until the returned function is called. */
export function receive(window: number, target: MessageTarget): () => void {
  targets.set(window, target);
  return () => void targets.delete(window);
}
