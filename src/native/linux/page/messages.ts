import { limits } from "../../../contract/limits.ts";
import type { Address } from "../../ffi/signature.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { jsc } from "../lib/jsc.ts";
import { webkit } from "../lib/webkit.ts";
import { bytesAt, textOf, textForC } from "../memory.ts";
import type { PageDocument } from "../../shell/view/documents.ts";
import { isKeyOf, keyLength } from "../../page/key.ts";
import { Messages } from "../../page/messages.ts";
import type { PageView } from "../../page/page-view.ts";
import { takeDialogMark } from "./script-dialogs.ts";
import { answerMark } from "./webkit-traits.ts";

// A page posts one string to the script message handler: the key of its document, then the message.
// Every frame of a page can post, and WebKit does not report which one did: the key identifies it.

// No object of the JavaScript engine outlives the callback that brought it, and no value is created
// for an answer.
//
// WebKitGTK 2.50 has one JavaScript world in this process for reading messages, and drops it after
// ten seconds without use. An answer that is a value is read in the current world, whichever world
// the value belongs to: a value of the message's world, kept until a slow answer, and one of our
// own world are both foreign to it. A value read this way is freed twice, and the process ends when
// the foreign world collects its garbage or is itself released. No function returns the current
// world. An error's message is a text and nothing else, so every answer travels as one.
//
// Source: WebKitScriptMessageReply::sendValue and JavaScriptEvaluationResult::extract of WebKit.

/**
 * An unanswered message of a closed page must stay unanswered: a top-level `await` that gets its
 * answer after its document is closed makes WebKit 2.50 spin forever, in the web process of the
 * next page. Releasing a reply answers it, too, so the rest of it stays until its view is closed.
 * It keeps the connection to an ended web process, with a thread of its own.
 */
export const messages = new Messages<Address>({
  answer: (reply, text) =>
    webkit.webkit_script_message_reply_return_error_message(reply, textForC(answerMark + text)),
  refuse: (reply, reason) =>
    webkit.webkit_script_message_reply_return_error_message(reply, textForC(reason)),
  release: (reply) => webkit.webkit_script_message_reply_unref(reply),
});

/** Receives one message from a page. The page gets an answer in every case. */
export function receiveMessage({ documents }: PageView, value: Address, reply: Address): void {
  const document = documents.current;
  const text = document === null ? null : readMessage(document, value);
  if (document === null || text === null || takeDialogMark(document, text)) messages.refuse(reply);
  else messages.receive(documents, document, text, webkit.webkit_script_message_reply_ref(reply));
}

/** The message without its key; `null` when it is no message of this document. */
function readMessage(document: PageDocument, value: Address): string | null {
  if (!jsc.jsc_value_is_string(value)) return null;
  const characters = lengthOf(value);
  if (characters > limits.messageText.most + keyLength) return null;
  // An expensive copy is not made for a sender without the key.
  if (characters > cheapToCopy && !isKeyOf(document, Buffer.from(beginningOf(value, keyLength))))
    return null;
  const bytes = jsc.jsc_value_to_string_as_bytes(value);
  try {
    const start = glib.g_bytes_get_data(bytes, null);
    const length = glib.g_bytes_get_size(bytes);
    if (start === null || length < keyLength || !isKeyOf(document, bytesAt(start, keyLength)))
      return null;
    return textOf(start + keyLength, length - keyLength);
  } finally {
    glib.g_bytes_unref(bytes);
  }
}

// The bridge sends longer ones as requests, if it may. Reading the key out of a text costs a
// hundred calls.
const cheapToCopy = 128 * 1024;

function lengthOf(text: Address): number {
  const length = jsc.jsc_value_object_get_property(text, "length");
  const number = jsc.jsc_value_to_int32(length);
  gobject.g_object_unref(length);
  return number;
}

function beginningOf(text: Address, length: number): string {
  let beginning = "";
  for (let index = 0; index < length; index++) {
    const value = jsc.jsc_value_object_get_property_at_index(text, index);
    const bytes = jsc.jsc_value_to_string_as_bytes(value);
    const start = glib.g_bytes_get_data(bytes, null);
    if (start !== null) beginning += textOf(start, glib.g_bytes_get_size(bytes));
    glib.g_bytes_unref(bytes);
    gobject.g_object_unref(value);
  }
  return beginning;
}
