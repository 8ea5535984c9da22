import { plainError } from "../../contract/errors.ts";
import type { Services } from "../services.ts";

/**
 * Brings the app to the front because the user has started it again: the visible window that had
 * the focus last. If all windows are hidden, the last focused one is shown.
 *
 * @param token the activation token of the desktop; `null`: none
 */
export async function bringForward({ windows, ui }: Services, token: string | null): Promise<void> {
  try {
    const all = await Promise.all(
      windows.labels.map(async (window) => ({ window, ...(await windows.read(window)) })),
    );
    const seen = all.filter(({ isVisible }) => isVisible);
    const candidates = seen.length > 0 ? seen : all;
    const chosen = candidates.find(({ window }) => window === windows.lastFocused) ?? candidates[0];
    if (chosen === undefined) return;
    const { window, isVisible, isMinimized } = chosen;
    if (token !== null) await ui.call("window.useActivation", { window, token });
    if (!isVisible) await windows.apply(window, { name: "show", value: null });
    if (isMinimized) await windows.apply(window, { name: "unminimize", value: null });
    await windows.apply(window, { name: "setFocus", value: null });
  } catch (error) {
    // A window may close meanwhile.
    const { code, message } = plainError(error);
    if (code !== "not-found")
      process.stderr.write(`framework: Cannot come to the front: ${message}\n`);
  }
}
