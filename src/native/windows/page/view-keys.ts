import { comObject, outNumber, type ObjectOf } from "../com/client.ts";
import { ICoreWebView2AcceleratorKeyPressedEventArgs } from "../lib/webview2-events.ts";
import type { ICoreWebView2Controller } from "../lib/webview2.ts";
import { onEvent } from "./handlers.ts";
import type { KeyListener } from "./page-view.ts";

// COREWEBVIEW2_KEY_EVENT_KIND
const KEY_DOWN = 0;
const SYSTEM_KEY_DOWN = 2;

/**
 * Receives keys with Control or Alt, and those that type nothing. The engine waits for the answer,
 * and accepts no calls meanwhile.
 */
export function watchKeys(
  controller: ObjectOf<typeof ICoreWebView2Controller>,
  listener: () => KeyListener | null,
): void {
  onEvent(
    "AcceleratorKeyPressed",
    (...to) => controller.add_AcceleratorKeyPressed(...to),
    (args) => {
      const keys = listener();
      if (keys === null) return;
      const pressed = comObject(args, ICoreWebView2AcceleratorKeyPressedEventArgs);
      const kind = outNumber((out) => pressed.get_KeyEventKind(out));
      const code = outNumber((out) => pressed.get_VirtualKey(out));
      const isDown = kind === KEY_DOWN || kind === SYSTEM_KEY_DOWN;
      const isTaken = isDown
        ? keys.keyPressed(
            code,
            outNumber((out) => pressed.get_KeyEventLParam(out)),
          )
        : keys.keyReleased(code);
      if (isTaken) pressed.put_Handled(true);
    },
  );
}
