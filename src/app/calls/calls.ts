import { FrameworkError } from "../../contract/errors.ts";
import { fetchReply, type CallMessage } from "../../contract/page/message.ts";
import type { Sender } from "../../contract/ui/index.ts";
import { parseCall, parseCallPacket } from "./packets.ts";
import type { Isolation } from "./isolation.ts";

/**
 * Parses messages of pages. Both methods throw a FrameworkError for a message that is no call, or
 * lacks a required seal.
 */
export interface Calls {
  text(sender: Sender, text: string): CallMessage;
  body(sender: Sender, body: Uint8Array): CallMessage;
  /** A document has closed; no more messages come from it. */
  closed(document: number): void;
}

export const openCalls: Calls = {
  text: (_, text) => parseCall(text),
  body: (_, body) => parseCallPacket(body),
  closed: () => {},
};

/** Accepts sealed calls only, and requests for the bytes of a reply, which need its ticket. */
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
