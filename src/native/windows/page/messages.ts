import { read, type Pointer } from "bun:ffi";
import { limits } from "../../../contract/limits.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { beginsWithKeyOf, keyLength } from "../../page/key.ts";
import { Messages } from "../../page/messages.ts";
import { originOf } from "../../page/page-pattern.ts";
import { outText } from "../com/apartment.ts";
import { comObject } from "../com/client.ts";
import { HResultError } from "../com/hresult.ts";
import { lookAtText } from "../com/text.ts";
import { ICoreWebView2WebMessageReceivedEventArgs } from "../lib/webview2-events.ts";
import { wideTextOf } from "../wide-text.ts";
import type { Navigation } from "./navigation.ts";
import { answerMark, refusalMark, tagLength } from "./webview2-traits.ts";

// A page posts one string: the key of its document, the tag of the answer, a space, and the
// message. Every frame of a page can post, and so can a document that was just closed: the key
// identifies the sender, and the engine reports its address.

/** The source of messages, and the destination of answers. */
export interface MessageView {
  readonly documents: Documents;
  readonly navigation: Navigation;
  /** Posts a text to the current document. */
  post(text: string): void;
}

interface Reply {
  readonly view: MessageView;
  /** The tag of the answer: the document's own, with a number. */
  readonly place: string;
}

export const messages = new Messages<Reply>({
  answer: ({ view, place }, text) => view.post(place + answerMark + text),
  refuse: ({ view, place }, reason) => view.post(place + refusalMark + reason),
  release: () => {},
});

/** Receives one message from a page. */
export function receiveMessage(view: MessageView, args: Address): void {
  const received = comObject(args, ICoreWebView2WebMessageReceivedEventArgs);
  const source = outText((out) => received.get_Source(out)) ?? "";
  try {
    lookAtText(
      (out) => received.TryGetWebMessageAsString(out),
      (text) => readMessage(view, source, text),
    );
  } catch (error) {
    // A page may post a value that is no string.
    if (!(error instanceof HResultError)) throw error;
  }
}

const place = new RegExp(`^([0-9a-f]{${tagLength}}\\d{1,10}) `);
// The maximum length of a greeting and of the prefix of a message; a greeting ends before it.
const longestHead = 2 * keyLength + 1;

function readMessage(view: MessageView, source: string, text: Address): void {
  const { documents, navigation } = view;
  const head = wideTextOf(text, lengthOf(text, longestHead));
  if (navigation.greeted(head, source)) return;
  const answerPlace = place.exec(head.slice(keyLength))?.[1];
  if (answerPlace === undefined) return;
  const document = documents.current;
  const reply = { view, place: answerPlace };
  // The text is not read for a sender without the key.
  const isOfDocument =
    document !== null && beginsWithKeyOf(document, head) && originOf(source) === document.origin;
  if (!isOfDocument) return messages.refuse(reply);
  const start = keyLength + answerPlace.length + 1;
  const length = lengthOf(text, start + limits.messageText.most + 1);
  if (length > start + limits.messageText.most) return messages.refuse(reply);
  messages.receive(documents, document, wideTextOf(text + 2 * start, length - start), reply);
}

/** The length in UTF-16 units of the text at an address, limited to `most`. */
function lengthOf(text: Address, most: number): number {
  let length = 0;
  while (length < most && read.u16(text as Pointer, length * 2) !== 0) length++;
  return length;
}
