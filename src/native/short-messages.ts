import type { ToApp, ToUi } from "../contract/page/message.ts";

// The frequent messages between the threads are lists of plain values: measured, Bun copies them in
// a fifth of the time of nested objects.

type ShortMessage = readonly [
  request: number,
  window: string,
  document: number,
  origin: string,
  text: string,
];
type ShortReply = readonly [request: number, text: string];

/** Ui thread → app thread, in the posted form. */
export type PostedToApp = ToApp | ShortMessage;
/** App thread → ui thread, in the posted form. */
export type PostedToUi = ToUi | ShortReply;

export function shortenToApp(message: ToApp): PostedToApp {
  if (message.kind !== "event" || message.event !== "page.message") return message;
  const { request, sender, text } = message.payload;
  return [request, sender.window, sender.document, sender.origin, text];
}

export function readToApp(posted: PostedToApp): ToApp {
  if (!("length" in posted)) return posted;
  const [request, window, document, origin, text] = posted;
  return {
    kind: "event",
    event: "page.message",
    payload: { request, sender: { window, document, origin }, text },
  };
}

export function shortenToUi(message: ToUi): PostedToUi {
  if (message.call !== "page.reply" || message.id !== 0) return message;
  return [message.args.request, message.args.text];
}

export function readToUi(posted: PostedToUi): ToUi {
  if (!("length" in posted)) return posted;
  const [request, text] = posted;
  return { id: 0, call: "page.reply", args: { request, text } };
}
