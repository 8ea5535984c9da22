import { onMessage } from "./hidden-window.ts";

const WM_CLOSE = 0x10;

/**
 * Reports that another program requests an app without windows to end, as taskkill and installers
 * do by a message to all windows of a process, including the hidden one. The hidden window stays in
 * any case, because the tray, shortcuts and the clipboard need it; other windows receive the
 * message as well, and answer.
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
