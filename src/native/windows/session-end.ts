import { drainMicrotasks } from "bun:jsc";
import { hiddenWindow, onMessage } from "./hidden-window.ts";
import { user32 } from "./lib/user32.ts";
import type { Loop } from "./loop.ts";
import { wide } from "./wide-text.ts";

const WM_QUERYENDSESSION = 0x11;
const WM_ENDSESSION = 0x16;

/**
 * Reports that the user logs off or the machine shuts down. Windows first asks all programs, any of
 * which may refuse, and only then notifies them; it ends a program as soon as all its windows have
 * answered the notification. So the app's loop continues inside of the answer, until the app has
 * ended.
 *
 * @param appName shown beside the reason for which Windows waits
 * @param mayEnd asks the app whether it may end; Windows waits for the answer, and tells the user
 * of a refusal
 */
export function watchSessionEnd(
  loop: Loop,
  appName: string,
  onTerminate: (reason: string) => void,
  mayEnd: () => Promise<boolean>,
): void {
  const window = hiddenWindow();
  let isEnding = false;
  let isRefused = false;
  onMessage(WM_QUERYENDSESSION, () => {
    let ends: boolean | null = null;
    void mayEnd().then((answer) => (ends = answer));
    // An available answer arrives at the end of this turn, any other by a message.
    drainMicrotasks();
    loop.run(() => ends !== null);
    isRefused = ends === false;
    if (isRefused) user32.ShutdownBlockReasonCreate(window, wide(`${appName} is still needed`));
    return isRefused ? 0 : 1;
  });
  onMessage(WM_ENDSESSION, (isReal) => {
    if (isRefused) user32.ShutdownBlockReasonDestroy(window);
    isRefused = false;
    if (isReal === 0 || isEnding) return 0;
    isEnding = true;
    // After five seconds Windows asks the user whether to continue waiting, and shows this.
    user32.ShutdownBlockReasonCreate(window, wide(`${appName} has not finished yet`));
    onTerminate("the end of the session");
    // The outer loop does not know yet that it ends.
    loop.quit(loop.run());
    return 0;
  });
}
