import { hiddenWindow, onMessage } from "./hidden-window.ts";
import { user32 } from "./lib/user32.ts";
import type { Loop } from "./loop.ts";
import { wide } from "./wide-text.ts";

const WM_QUERYENDSESSION = 0x11;
const WM_ENDSESSION = 0x16;

/**
 * Reports that the user logs off or the machine goes down. Windows first asks all programs, any of
 * which may say no, and only then tells them; it ends a program as soon as all its windows have
 * answered to that. So the app's loop runs on inside of the answer, until the app has ended.
 *
 * @param appName stands beside the reason for which Windows waits
 */
export function watchSessionEnd(
  loop: Loop,
  appName: string,
  onTerminate: (reason: string) => void,
): void {
  const window = hiddenWindow();
  let isEnding = false;
  onMessage(WM_QUERYENDSESSION, () => 1);
  onMessage(WM_ENDSESSION, (isReal) => {
    if (isReal === 0 || isEnding) return 0;
    isEnding = true;
    // After five seconds Windows asks the user whether to wait any longer, and shows this.
    user32.ShutdownBlockReasonCreate(window, wide(`${appName} has not finished yet`));
    onTerminate("the end of the session");
    // The loop around this one has not heard that it ends.
    loop.quit(loop.run());
    return 0;
  });
}
