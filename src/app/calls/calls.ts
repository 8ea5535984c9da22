import { FrameworkError } from "../../contract/errors.ts";
import { fetchReply, type CallMessage } from "../../contract/page/message.ts";
import type { Sender } from "../../contract/ui/index.ts";
import { parseCall, parseCallPacket } from "./packets.ts";
import type { Isolation } from "./isolation.ts";

/**
 * Reads what pages send. Both throw a FrameworkError for what is no call, or was not sealed and had
 * to be.
 */
export interface Calls {
  text(sender: Sender, text: string): CallMessage;
  body(sender: Sender, body: Uint8Array): CallMessage;
  /** A document has gone; nothing comes from it any more. */
  closed(document: number): void;
}

export const openCalls: Calls = {
  text: (_, text) => parseCall(text),
  body: (_, body) => parseCallPacket(body),
  closed: () => {},
};

/**
 * Takes sealed calls alone, and what fetches the bytes of a reply: that is for the page which has
 * the ticket.
 */
export function sealedCalls(isolation: Isolation): Calls {
  const body: Calls["body"] = ({ document }, sealed) =>
    parseCallPacket(isolation.open(document, sealed));
  return {
    body,
    closed: (document) => isolation.closed(document),
    text(sender, text) {
      if (!text.startsWith("{")) return body(sender, Buffer.from(text, "base64"));
      const call = parseCall(text);
      if (call.command === fetchReply) return call;
      throw new FrameworkError(
        "not-allowed",
        `Cannot run "${call.command}": it is not sealed, and framework.pattern is isolation`,
      );
    },
  };
}
