// Part of the bridge, with the isolation pattern: the page's end of the line to the isolation frame.

import type { ErrorCode } from "../../contract/errors.ts";
import { isolationGreeting, type OpenCall, type SealedCall } from "../../contract/isolation.ts";
import type { Taken } from "./encoding.ts";

/** Has a call sealed; rejects when the frame refuses it, or is not there. */
export type Seal = (
  command: string,
  args: unknown,
  taken: readonly Taken[],
) => Promise<Uint8Array<ArrayBuffer>>;

// It holds a page of a few lines, from the same machine.
const patience = 10_000;

/**
 * @param address of the frame
 * @param fail makes what a refused call rejects with
 */
export function openSeal(address: string, fail: (code: ErrorCode, message: string) => Error): Seal {
  const { stringify } = JSON;
  const { document } = window;
  const setTimeout = window.setTimeout.bind(window);
  const clearTimeout = window.clearTimeout.bind(window);
  const waiting = new Map<
    number,
    { resolve(sealed: Uint8Array<ArrayBuffer>): void; reject(error: Error): void }
  >();
  let lastId = 0;
  let frame: HTMLIFrameElement | null = null;
  let opening: Promise<MessagePort> | null = null;

  const settle = (answer: SealedCall): void => {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("sealed" in answer) call?.resolve(answer.sealed);
    else call?.reject(fail("not-allowed", answer.refused));
  };

  /** Puts the frame into the page: at the first call, or again when the page has thrown it out. */
  const open = (): Promise<MessagePort> => {
    if (opening !== null && frame?.isConnected === true) return opening;
    const gone = fail("unavailable", "Cannot call the app: the isolation frame has gone");
    for (const call of waiting.values()) call.reject(gone);
    waiting.clear();
    const { promise, resolve, reject } = Promise.withResolvers<MessagePort>();
    opening = promise;
    const { port1, port2 } = new MessageChannel();
    const added = document.createElement("iframe");
    frame = added;
    const stopWaiting = (): void => {
      clearTimeout(timer);
      document.removeEventListener("securitypolicyviolation", refused);
    };
    const giveUp = (reason: string): void => {
      stopWaiting();
      opening = null;
      added.remove();
      reject(fail("unavailable", `Cannot call the app: ${reason}`));
    };
    const timer = setTimeout(() => giveUp("the isolation frame does not answer"), patience);
    // The framework admits the frame in the policy it sends; a `<meta>` in the page can still forbid it.
    const refused = ({ isTrusted, disposition, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!isTrusted || disposition !== "enforce" || blockedURI === "" || !address.startsWith(blockedURI))
        return;
      giveUp(`the page's policy forbids the isolation frame, let its frame-src admit ${address}`);
    };
    document.addEventListener("securitypolicyviolation", refused);
    port1.onmessage = ({ data }: MessageEvent<SealedCall | typeof isolationGreeting>) => {
      if (data !== isolationGreeting) return settle(data);
      stopWaiting();
      resolve(port1);
    };
    added.setAttribute("sandbox", "allow-scripts");
    added.style.display = "none";
    added.src = address;
    // Its origin is opaque, so it cannot be named. What is sent is a port alone.
    added.addEventListener("load", () => added.contentWindow?.postMessage(isolationGreeting, "*", [port2]), {
      once: true,
    });
    // The body may not be there yet, and may be waiting for this very call.
    document.documentElement.append(added);
    return promise;
  };

  return async (command, args, taken) => {
    const json = stringify(args);
    const port = await open();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    waiting.set(id, { resolve, reject });
    port.postMessage({ id, command, json, taken } satisfies OpenCall);
    return promise;
  };
}
