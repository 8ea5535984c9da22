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
  const observe = method(MutationObserver.prototype, "observe");
  const disconnect = method(MutationObserver.prototype, "disconnect");
  const isConnected = getter(Node.prototype, "isConnected");
  const styleOf = getter(HTMLElement.prototype, "style");
  const setStyle = method(CSSStyleDeclaration.prototype, "setProperty");
  const setAddress = setter(HTMLIFrameElement.prototype, "src");
  const contentOf = getter(HTMLIFrameElement.prototype, "contentWindow");

  interface Waiting {
    readonly message: OpenCall;
    readonly resolve: (sealed: Uint8Array<ArrayBuffer>) => void;
    readonly reject: (error: Error) => void;
    /** A frame has gone with it: it is given to one more only. */
    isRepeated: boolean;
  }
  // By number. It inherits nothing, unlike an array.
  const waiting = bare<Record<number, Waiting>>({});
  let count = 0;
  let lastId = 0;
  let frame: HTMLIFrameElement | null = null;
  /** `null`: the frame has not answered yet. */
  let port: MessagePort | null = null;
  let stopOpening = (): void => {};

  const take = (id: number): Waiting | undefined => {
    const call = waiting[id];
    if (call === undefined) return undefined;
    delete waiting[id];
    if (--count === 0) disconnect(observer);
    return call;
  };

  const settle = (answer: SealedCall): void => {
    const call = take(answer.id);
    if (hasOwn(answer, "sealed"))
      call?.resolve((answer as { sealed: Uint8Array<ArrayBuffer> }).sealed);
    else call?.reject(fail("not-allowed", (answer as { refused: string }).refused));
  };

  const refuse = (call: Waiting, reason: string): void => {
    take(call.message.id)?.reject(fail("unavailable", `Cannot call the app: ${reason}`));
  };

  const close = (): void => {
    stopOpening();
    if (frame !== null) remove(frame);
    frame = null;
    port = null;
  };

  const giveUp = (reason: string): void => {
    close();
    for (const id in waiting) refuse(waiting[id] as Waiting, reason);
  };

  /**
   * The frame's document is gone, and with it what it was given: another frame gets that. The app
   * has seen none of it. Only once for each call, or a hook that reloads its frame would never end.
   */
  const replace = (): void => {
    close();
    for (const id in waiting) {
      const call = waiting[id] as Waiting;
      if (call.isRepeated) refuse(call, "the isolation frame has gone");
      else call.isRepeated = true;
    }
    if (count > 0) load();
  };

  /** Gives the frame a port, and all calls when it answers. */
  const greet = (added: HTMLIFrameElement): void => {
    const channel = new OwnChannel();
    const own = firstPort(channel);
    listen(own, "message", (event) => {
      const data = dataOf(event);
      if (data !== isolationGreeting) return settle(data);
      if (frame !== added) return;
      stopOpening();
      port = own;
      for (const id in waiting) send(own, (waiting[id] as Waiting).message);
    });
    startPort(own);
    // Its origin is opaque, so it cannot be named. The message contains only a port. No page can
    // replace the functions of a window of another origin.
    contentOf(added)?.postMessage(
      isolationGreeting,
      bare({ targetOrigin: "*", transfer: [secondPort(channel)] }),
    );
  };

  /** Puts the frame into the page. */
  const load = (): void => {
    const added = createElement(document, "iframe") as HTMLIFrameElement;
    frame = added;
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
    stopOpening = () => {
      clearTimeout(timer);
      stopListening(document, "securitypolicyviolation", refused);
    };
    listen(document, "securitypolicyviolation", refused);
    setAttribute(added, "sandbox", "allow-scripts");
    setStyle(styleOf(added), "display", "none");
    setAddress(added, address);
    let isLoaded = false;
    listen(added, "load", () => {
      if (frame !== added) return;
      // An engine loads a frame anew that the page moves.
      if (isLoaded) return replace();
      isLoaded = true;
      greet(added);
    });
    // The body may not exist yet, and may be waiting for this very call.
    append(rootOf(document), added);
  };

  const replaceRemoved = (): void => {
    if (frame !== null && !isConnected(frame)) replace();
  };
  // It observes while calls wait. Without any, the next call looks by itself.
  const observer = new MutationObserver(replaceRemoved);

  return (command, json, taken) =>
    new OwnPromise((resolve, reject) => {
      replaceRemoved();
      const message = bare({ id: ++lastId, command, json, taken });
      waiting[message.id] = bare({ message, resolve, reject, isRepeated: false });
      if (++count === 1) observe(observer, document, bare({ childList: true, subtree: true }));
      if (frame === null) load();
      else if (port !== null) send(port, message);
    });
}
