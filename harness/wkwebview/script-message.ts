import { defineStandInClasses } from "../objective-c/classes.ts";
import { NSString } from "../objective-c/foundation/ns-string.ts";
import { NSNumber } from "../objective-c/foundation/ns-value.ts";
import { NSObject, Strong } from "../objective-c/ns-object.ts";
import { SystemBlock } from "../objective-c/blocks.ts";
import type { Sender } from "../pages/protocol.ts";
import { WKFrameInfo } from "./frame.ts";

export class WKScriptMessage extends NSObject {
  readonly ofBody = new Strong<NSObject>(this);
  readonly frame = new Strong<WKFrameInfo>(this);
  handlerName = "";

  "-name"(): NSString {
    return NSString.of(this.handlerName);
  }

  "-body"(): NSObject | null {
    return this.ofBody.value;
  }

  "-frameInfo"(): WKFrameInfo | null {
    return this.frame.value;
  }
}

defineStandInClasses({ WKScriptMessage });

/** A message that a page posts by its end of the channel. */
export interface PostedMessage {
  readonly id: number;
  readonly name: string;
  readonly body: unknown;
}

/** The reply to it. */
export interface PostedReply {
  readonly id: number;
  readonly value: string | null;
  /** Not `null`: it was refused. */
  readonly error: string | null;
}

let count = 0;

/** The number of messages that pages have posted. */
export const messageCount = (): number => count;

export function messageOf(
  { name, body }: PostedMessage,
  { address, isTop }: Sender,
): WKScriptMessage {
  count++;
  const made = new WKScriptMessage();
  made.handlerName = name;
  made.ofBody.value = typeof body === "string" ? NSString.of(body) : NSNumber.holding(body);
  made.frame.value = WKFrameInfo.of(address, isTop);
  return made;
}

/** The block by which a message is answered; WebKit answers one that is let go of by itself. */
export function replyBlock(reply: (answer: Omit<PostedReply, "id">) => void): SystemBlock {
  return new SystemBlock(
    "userContentController:didReceiveScriptMessage:replyHandler:",
    "nn>v",
    (value: NSObject | null, error: NSString | null) =>
      reply({ value: value instanceof NSString ? value.text : null, error: error?.text ?? null }),
    () => reply({ value: null, error: "WKWebView API client did not respond to this postMessage" }),
  );
}

/**
 * The page's end of the channel, with the interface of WebKit: for the program that shows pages,
 * whose pages have none under these names.
 */
export function messageChannel(names: readonly string[]): string {
  return `(channel) => {
    const { parse, stringify } = JSON;
    const { defineProperty } = Object;
    const waiting = new Map();
    let last = 0;
    const isFrame = window !== window.top;
    const handler = (name) => ({
      postMessage(body) {
        const { promise, resolve, reject } = Promise.withResolvers();
        const id = ++last;
        // No answer reaches a frame here; one that is no refusal is noted by who gives it.
        if (isFrame) reject(new Error("refused"));
        else waiting.set(id, { resolve, reject });
        channel.post(stringify({ id, name, body: body ?? null }));
        return promise;
      },
    });
    channel.listen((text) => {
      const { id, value, error } = parse(text);
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error === null) resolve?.(value);
      else reject?.(new Error(error));
    });
    const messageHandlers = {};
    for (const name of ${JSON.stringify(names)}) messageHandlers[name] = handler(name);
    defineProperty(window, "webkit", { value: { messageHandlers } });
  }`;
}
