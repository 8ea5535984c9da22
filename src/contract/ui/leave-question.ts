import type { MessageRequest } from "./dialog.ts";

/**
 * The time limit for a page to answer whether its window may close, in milliseconds. The user's own
 * time does not count. Together with the exit hooks, it must fit into the 5 s within which a close
 * button ends an app.
 */
export const leavePatience = 2000;

/**
 * Asks whether to close a window whose page requests confirmation, for engines without a question
 * of their own. Button 0 closes it.
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
