import type { MessageRequest } from "./dialog.ts";

/**
 * Who presses a close button again has waited long enough for what did not answer the first time,
 * in milliseconds.
 */
export const closePatience = 5000;

/**
 * Asks whether to end what does not answer a close button: the app, or the page of one window.
 * Number 0 of the buttons ends it.
 *
 * @param title the app's name
 * @param what that which does not respond, at the beginning of a sentence
 */
export function endQuestion(window: string, title: string, what: string): MessageRequest {
  const text = `${what} does not respond. To end it loses what is not saved.`;
  // No dialog of a page's has number 0, so none can take it away.
  return {
    id: 0,
    window,
    title,
    text,
    kind: "warning",
    buttons: [{ text: "End Now" }, { text: "Wait" }],
  };
}
