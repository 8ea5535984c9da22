// Placed before any code of a page that may call, in its top frame, wrapped into a function of one parameter:
// the key made for this document alone. It keeps the key in this closure and everything it needs in
// constants, so that nothing the page replaces later can catch a message or a key.

import { FrameworkError } from "../../contract/errors.ts";
import type { ReplyMessage } from "../../contract/message.ts";
import type { Bridge } from "../invoke.ts";
import { openEncoding, type Taken } from "./encoding.ts";
import { openSeal } from "./isolated.ts";
import { openListeners } from "./listeners.ts";

/** The parameter of the wrapping function. */
declare const FRAMEWORK_KEY: string;
/** Replaced when the bridge is compiled, with the values of `contract/message.ts`. */
declare const FRAMEWORK_WIRE: {
  readonly origin: string;
  readonly callPath: string;
  readonly replyPath: string;
  readonly fetchReply: string;
  readonly probePath: string;
  readonly keyHeader: string;
  readonly handlerName: string;
  readonly answerMark: string;
  readonly frameHeaderLength: number;
  /** The address of the isolation frame; `null`: calls go to the app as they are. */
  readonly isolation: string | null;
};

declare global {
  interface Window {
    readonly webkit: {
      readonly messageHandlers: Record<string, { postMessage(message: string): Promise<unknown> }>;
    };
  }
}

{
  // Longer text is quicker as a request: measured, a message wins at 64 KB and loses at 256 KB.
  const longText = 100_000;

  const wire = FRAMEWORK_WIRE;
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const fetch = window.fetch.bind(window);
  const handler = window.webkit.messageHandlers[wire.handlerName]!;
  const post = handler.postMessage.bind(handler);
  const text = new TextDecoder();
  const { takeBytes, attachments, body } = openEncoding(wire.frameHeaderLength);

  const request = (path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(wire.origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { [wire.keyHeader]: FRAMEWORK_KEY },
      ...(body && { body }),
    });

  let mayRequest: Promise<boolean> | undefined;
  /** Whether the page's policy (`connect-src`) lets it make requests to the app; asked once. */
  const canRequest = (): Promise<boolean> =>
    (mayRequest ??= request(wire.probePath).then(
      (response) => response.status === 204,
      () => false,
    ));

  const toBase64 = (bytes: Uint8Array): string => {
    let binary = "";
    for (let start = 0; start < bytes.length; start += 32_768) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 32_768));
    }
    return btoa(binary);
  };

  const fromBase64 = (base64: string): Uint8Array =>
    Uint8Array.from(atob(base64), (digit) => digit.charCodeAt(0));

  /** Puts the bytes of a reply back into its result. */
  const complete = (reply: ReplyMessage, bytes: Uint8Array): unknown => {
    if (!reply.ok) throw FrameworkError.from(reply.error);
    if ("ticket" in reply)
      throw new FrameworkError("internal", "Cannot read a reply: its bytes were not fetched");
    const root: Record<string | number, unknown> = { result: reply.result };
    let offset = 0;
    for (const attachment of reply.attachments ?? []) {
      let holder = root;
      let last: string | number = "result";
      for (const key of attachment.path) {
        holder = holder[last] as typeof root;
        last = key;
      }
      if (attachment.base64 !== undefined) {
        holder[last] = fromBase64(attachment.base64);
      } else {
        // A copy, so that the page does not keep the whole reply alive through a part of it.
        holder[last] = bytes.slice(offset, (offset += attachment.length));
      }
    }
    return root["result"];
  };

  const readFrame = async (response: Response): Promise<unknown> => {
    if (!response.ok)
      throw new FrameworkError("closed", `Cannot read a reply: the app answered ${response.status}`);
    const body = new Uint8Array(await response.arrayBuffer());
    const end = wire.frameHeaderLength + new DataView(body.buffer).getUint32(0, true);
    return complete(parse(text.decode(body.subarray(wire.frameHeaderLength, end))), body.subarray(end));
  };

  /** Sends a message. Its answer comes as the message of a rejection (see `answerMark`). */
  const ask = async (message: string): Promise<ReplyMessage> => {
    try {
      await post(FRAMEWORK_KEY + message);
    } catch (error) {
      const { message: answer } = error as Error;
      if (answer[0] === wire.answerMark) return parse(answer);
      throw error;
    }
    throw new FrameworkError("closed", "Cannot read a reply: the app gave none");
  };

  /** Sends a call as text, and fetches its bytes where there are any. */
  const callByText = async (message: string): Promise<unknown> => {
    const reply = await ask(message);
    if (!reply.ok || !("ticket" in reply)) return complete(reply, new Uint8Array());
    const { ticket } = reply;
    if (await canRequest()) return readFrame(await request(wire.replyPath + ticket));
    return complete(await ask(stringify({ command: wire.fetchReply, args: { ticket } })), new Uint8Array());
  };

  const callOpenly: Bridge["call"] = async (command, args, wantsBytes) => {
    const taken: Taken[] = [];
    const plain = takeBytes(args, [], taken);
    const json = stringify({
      command,
      args: plain,
      ...(taken.length > 0 && { attachments: attachments(taken) }),
    });
    if (taken.length === 0 && !wantsBytes && json.length <= longText) return callByText(json);
    if (await canRequest()) return readFrame(await request(wire.callPath, body(json, taken)));
    const inline = taken.map(({ path, bytes }) => ({ path, length: 0, base64: toBase64(bytes) }));
    return callByText(stringify({ command, args: plain, attachments: inline, inline: true }));
  };

  const seal =
    wire.isolation === null
      ? null
      : openSeal(wire.isolation, (code, message) => new FrameworkError(code, message));

  const call: Bridge["call"] =
    seal === null
      ? callOpenly
      : async (command, args, wantsBytes) => {
          const taken: Taken[] = [];
          const plain = takeBytes(args, [], taken);
          const sealed = await seal(command, plain, taken);
          if ((wantsBytes || sealed.length > longText) && (await canRequest()))
            return readFrame(await request(wire.callPath, sealed));
          return callByText(toBase64(sealed));
        };

  defineProperty(window, "__FRAMEWORK_BRIDGE__", {
    value: freeze({ call, listen: openListeners(call) }) satisfies Bridge,
  });
}
