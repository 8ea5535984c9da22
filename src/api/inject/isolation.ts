// Placed into the isolation frame before its own code, wrapped into a function of one parameter: the key of
// this run. Once it is taken in it cannot be read again. The frame's code sets `__FRAMEWORK_ISOLATION_HOOK__`,
// a function that gets every call, and returns it, changed or not; what it throws refuses the call.

import {
  isolationGreeting,
  sealFrameLength,
  sealHeaderLength,
  type OpenCall,
  type SealedCall,
} from "../../contract/isolation.ts";
import { openEncoding, type Taken } from "./encoding.ts";

/** The parameter of the wrapping function: 32 bytes. */
declare const FRAMEWORK_KEY: readonly number[];
/** Replaced when the script is compiled. */
declare const FRAMEWORK_FRAME_HEADER_LENGTH: number;

interface Call {
  readonly command: string;
  readonly args: unknown;
}

declare global {
  interface Window {
    readonly __FRAMEWORK_ISOLATION_HOOK__?: (call: Call) => unknown;
  }
}

{
  const { subtle } = crypto;
  const { parse, stringify } = JSON;
  const { takeBytes, attachments, body } = openEncoding(FRAMEWORK_FRAME_HEADER_LENGTH);
  const key = subtle.importKey("raw", new Uint8Array(FRAMEWORK_KEY), "AES-GCM", false, ["encrypt"]);
  const self = crypto.getRandomValues(new Uint8Array(sealFrameLength));
  let count = 0;

  /** Puts bytes back to where they were taken from. */
  const complete = (json: string | undefined, taken: readonly Taken[]): unknown => {
    const root: Record<string | number, unknown> = { args: json === undefined ? undefined : parse(json) };
    for (const { path, bytes } of taken) {
      let holder = root;
      let last: string | number = "args";
      for (const step of path) {
        holder = holder[last] as typeof root;
        last = step;
      }
      holder[last] = bytes;
    }
    return root["args"];
  };

  const pass = async (call: Call): Promise<Call> => {
    const hook = window.__FRAMEWORK_ISOLATION_HOOK__;
    if (typeof hook !== "function")
      throw new Error("the isolation application sets no __FRAMEWORK_ISOLATION_HOOK__");
    const passed = (await hook(call)) as Partial<Call> | null | undefined;
    if (typeof passed?.command !== "string") throw new Error("the isolation hook returned no call");
    return { command: passed.command, args: passed.args };
  };

  const seal = async (call: Call): Promise<Uint8Array<ArrayBuffer>> => {
    const taken: Taken[] = [];
    const args = takeBytes(call.args, [], taken);
    const places = attachments(taken);
    const json = stringify({
      command: call.command,
      args,
      ...(places.length > 0 && { attachments: places }),
    });
    const iv = new Uint8Array(sealHeaderLength);
    iv.set(self);
    const view = new DataView(iv.buffer);
    count += 1;
    view.setUint32(sealFrameLength, count % 2 ** 32, true);
    view.setUint16(sealFrameLength + 4, Math.floor(count / 2 ** 32), true);
    const encrypted = await subtle.encrypt({ name: "AES-GCM", iv }, await key, body(json, taken));
    const sealed = new Uint8Array(iv.length + encrypted.byteLength);
    sealed.set(iv);
    sealed.set(new Uint8Array(encrypted), iv.length);
    return sealed;
  };

  const answer = async ({ id, command, json, taken }: OpenCall): Promise<SealedCall> => {
    try {
      return { id, sealed: await seal(await pass({ command, args: complete(json, taken) })) };
    } catch (error) {
      return {
        id,
        refused: `Cannot run "${command}": ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  };

  addEventListener("message", (event: MessageEvent) => {
    const [port] = event.ports;
    if (event.source !== parent || event.data !== isolationGreeting || port === undefined) return;
    event.stopImmediatePropagation();
    port.onmessage = ({ data }: MessageEvent<OpenCall>) =>
      void answer(data).then((sealed) => port.postMessage(sealed));
    port.postMessage(isolationGreeting);
  });
}
