import type { MessageRequest } from "./dialog.ts";

/**
 * How long a page may take to say whether its window may close, in milliseconds. The user's own
 * time does not count. With the exit hooks, it must fit into the 5 s within which a close button
 * ends an app.
 */
export const leavePatience = 2000;

/**
 * Asks whether to close a window whose page wants that asked, where the engine has no question of
 * its own for it. Number 0 of the buttons closes it.
 */
export function leaveQuestion(window: string, title: string): MessageRequest {
  const text = "Close this window? Changes that you made may not be saved.";
  // No dialog of a page has number 0, so no page can dismiss it.
  return {
    id: 0,
    window,
    title,
    text,
    kind: "warning",
    buttons: [{ stock: "ok" }, { stock: "cancel" }],
  };
}
