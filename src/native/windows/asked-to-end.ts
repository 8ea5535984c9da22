import { onMessage } from "./hidden-window.ts";

const WM_CLOSE = 0x10;

/**
 * Reports that another program asks an app without windows to end, as taskkill and installers do by
 * a message to all windows of a process: the hidden one among them. That one stays in any case,
 * since there is no tray, no shortcut and no clipboard without it; where there are others, they are
 * asked as well, and answer.
 */
export function watchAskedToEnd(
  hasWindows: () => boolean,
  onTerminate: (reason: string) => void,
): void {
  onMessage(WM_CLOSE, () => {
    if (!hasWindows()) onTerminate("another program has asked for it");
    return 0;
  });
}
