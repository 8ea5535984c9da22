// Part of the bridge, with the isolation pattern: the page's end of the channel to the isolation
// frame.

import type { ExtractedBytes } from "../../contract/page/attachments.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import {
  isolationGreeting,
  type OpenCall,
  type SealedCall,
} from "../../contract/page/isolation.ts";
import { bare, getter, method, setter } from "./primordials.ts";

/**
 * Seals a call whose arguments are `json` and bytes; rejects when the frame refuses it, or is
 * missing.
 */
export type Seal = (
  command: string,
  json: string | undefined,
  taken: readonly ExtractedBytes[],
) => Promise<Uint8Array<ArrayBuffer>>;

// It loads a page of a few lines, from the same machine.
const patience = 10_000;

/**
 * @param address of the frame
 * @param fail creates the error of a refused call
 */
export function openSeal(address: string, fail: (code: ErrorCode, message: string) => Error): Seal {
  const { hasOwn } = Object;
  const { document } = window;
  const OwnPromise = Promise;
  const OwnChannel = MessageChannel;
  const setTimeout = window.setTimeout.bind(window);
  const clearTimeout = window.clearTimeout.bind(window);
  const send = method(MessagePort.prototype, "postMessage") as (
    port: MessagePort,
    message: OpenCall,
  ) => void;
  const startPort = method(MessagePort.prototype, "start");
  const firstPort = getter(MessageChannel.prototype, "port1");
  const secondPort = getter(MessageChannel.prototype, "port2");
  const listen = method(EventTarget.prototype, "addEventListener");
  const stopListening = method(EventTarget.prototype, "removeEventListener");
  const dataOf = getter(MessageEvent.prototype, "data") as (
    event: Event,
  ) => SealedCall | typeof isolationGreeting;
  const dispositionOf = getter(SecurityPolicyViolationEvent.prototype, "disposition");
  const blockedOf = getter(SecurityPolicyViolationEvent.prototype, "blockedURI");
  const startsWith = method(String.prototype, "startsWith");
  const createElement = method(Document.prototype, "createElement");
  const rootOf = getter(Document.prototype, "documentElement");
  const append = method(Element.prototype, "append");
  const remove = method(Element.prototype, "remove");
  const setAttribute = method(Element.prototype, "setAttribute");
  const isConnected = getter(Node.prototype, "isConnected");
  const styleOf = getter(HTMLElement.prototype, "style");
  const setStyle = method(CSSStyleDeclaration.prototype, "setProperty");
  const setAddress = setter(HTMLIFrameElement.prototype, "src");
  const contentOf = getter(HTMLIFrameElement.prototype, "contentWindow");

  interface Waiting {
    readonly resolve: (sealed: Uint8Array<ArrayBuffer>) => void;
    readonly reject: (error: Error) => void;
  }
  // By number. It inherits nothing, unlike an array.
  let waiting = bare<Record<number, Waiting>>({});
  let lastId = 0;
  let frame: HTMLIFrameElement | null = null;
  let opening: Promise<MessagePort> | null = null;

  const settle = (answer: SealedCall): void => {
    const call = waiting[answer.id];
    delete waiting[answer.id];
    if (hasOwn(answer, "sealed"))
      call?.resolve((answer as { sealed: Uint8Array<ArrayBuffer> }).sealed);
    else call?.reject(fail("not-allowed", (answer as { refused: string }).refused));
  };

  /** Puts the frame into the page. */
  const load = (resolve: (port: MessagePort) => void, reject: (error: Error) => void): void => {
    const channel = new OwnChannel();
    const own = firstPort(channel);
    const given = secondPort(channel);
    const added = createElement(document, "iframe") as HTMLIFrameElement;
    frame = added;
    const stopWaiting = (): void => {
      clearTimeout(timer);
      stopListening(document, "securitypolicyviolation", refused);
    };
    const giveUp = (reason: string): void => {
      stopWaiting();
      opening = null;
      remove(added);
      reject(fail("unavailable", `Cannot call the app: ${reason}`));
    };
    const timer = setTimeout(() => giveUp("the isolation frame does not answer"), patience);
    // The framework admits the frame in the policy it sends; a `<meta>` in the page can still
    // forbid it.
    const refused = (event: Event): void => {
      const violation = event as SecurityPolicyViolationEvent;
      const blocked = blockedOf(violation);
      const isMeant = event.isTrusted && dispositionOf(violation) === "enforce";
      if (!isMeant || blocked === "" || !startsWith(address, blocked)) return;
      giveUp(`the page's policy forbids the isolation frame, let its frame-src admit ${address}`);
    };
    listen(document, "securitypolicyviolation", refused);
    listen(own, "message", (event) => {
      const data = dataOf(event);
      if (data !== isolationGreeting) return settle(data);
      stopWaiting();
      resolve(own);
    });
    startPort(own);
    setAttribute(added, "sandbox", "allow-scripts");
    setStyle(styleOf(added), "display", "none");
    setAddress(added, address);
    const greet = (): void => {
      // Its origin is opaque, so it cannot be named. The message contains only a port. No page can
      // replace the functions of a window of another origin.
      contentOf(added)?.postMessage(
        isolationGreeting,
        bare({ targetOrigin: "*", transfer: [given] }),
      );
    };
    listen(added, "load", greet, bare({ once: true }));
    // The body may not exist yet, and may be waiting for this very call.
    append(rootOf(document), added);
  };

  /**
   * The channel to the frame, which is added to the page at the first call, or again when the page
   * has removed it.
   */
  const open = (): Promise<MessagePort> => {
    if (opening !== null && frame !== null && isConnected(frame)) return opening;
    const gone = fail("unavailable", "Cannot call the app: the isolation frame has gone");
    for (const id in waiting) waiting[id]?.reject(gone);
    waiting = bare({});
    return (opening = new OwnPromise(load));
  };

  return async (command, json, taken) => {
    const port = await open();
    const id = ++lastId;
    return await new OwnPromise((resolve, reject) => {
      waiting[id] = bare({ resolve, reject });
      send(port, bare({ id, command, json, taken }));
    });
  };
}
