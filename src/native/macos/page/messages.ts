import { limits } from "../../../contract/limits.ts";
import type { Address } from "../../ffi/signature.ts";
import type { PageDocument } from "../../shell/view/documents.ts";
import { isKeyOf, keyLength } from "../../page/key.ts";
import { Messages } from "../../page/messages.ts";
import type { PageView } from "../../page/page-view.ts";
import { NSString } from "../lib/foundation.ts";
import { WKFrameInfo, WKScriptMessage } from "../lib/webkit.ts";
import type { Reply } from "../objc/block.ts";
import { nsString, partOf } from "../objc/text.ts";
import { originOfFrame } from "./frame-origin.ts";

// A page posts one string to the script message handler: the key of its document, then the message.
// Every frame of a page can post: the key identifies the document, and WebKit reports the frame and
// its origin.

/**
 * An unanswered message of a closed page stays unanswered, as on Linux, where WebKit's web process
 * does not survive an answer. Releasing a reply answers it with an error, so the remaining ones
 * stay until the view is closed.
 */
export const messages = new Messages<Reply<"nn>v">>({
  answer: (reply, text) => reply.call(nsString(text), null),
  refuse: (reply, reason) => reply.call(null, nsString(reason)),
  release: (reply) => reply[Symbol.dispose](),
});

/** Receives one message from a page. The page gets an answer in every case. */
export function receiveMessage(
  { documents }: PageView,
  message: Address,
  reply: Reply<"nn>v">,
): void {
  const document = documents.current;
  const text = document === null ? null : readMessage(document, message);
  if (document === null || text === null) messages.refuse(reply);
  else messages.receive(documents, document, text, reply);
}

/** The message without its key; `null` when it is no message of this document. */
function readMessage(document: PageDocument, message: Address): string | null {
  const received = WKScriptMessage.at(message);
  const frame = WKFrameInfo.at(received.send("frameInfo"));
  if (!frame.send("isMainFrame") || originOfFrame(frame) !== document.origin) return null;
  // A page may post a value that is no string.
  const body = NSString.at(received.send("body"));
  if (!body.send("isKindOfClass:", NSString)) return null;
  const length = body.send("length");
  if (length < keyLength || length > limits.messageText.most + keyLength) return null;
  // The text is not copied for a sender without the key.
  if (!isKeyOf(document, Buffer.from(partOf(body.address, 0, keyLength)))) return null;
  return partOf(body.address, keyLength, length - keyLength);
}
