import type { MessageRequest } from "./dialog.ts";

/** After this time in milliseconds, a second press of a close button counts as a sign of a hang. */
export const closePatience = 5000;

/**
 * Asks whether to end the app, or the page of one window, after it did not respond to a close
 * button. Button 0 ends it.
 *
 * @param title the app's name
 * @param what the unresponsive part, phrased as the beginning of a sentence
 */
export function endQuestion(window: string, title: string, what: string): MessageRequest {
  const text = `${what} does not respond. To end it loses what is not saved.`;
  // No dialog of a page has number 0, so no page can dismiss it.
  return {
    id: 0,
    window,
    title,
    text,
    kind: "warning",
    buttons: [{ text: "End Now" }, { text: "Wait" }],
  };
}
