// Placed into the isolation frame before its own code, wrapped into a function of one parameter:
// the key of this run. After import it cannot be read again. The frame's code sets
// `__FRAMEWORK_ISOLATION_HOOK__`, a function that gets every call, and returns it, changed or not;
// an error refuses the call.

import { automationPlugin } from "../../contract/automation.ts";
import { insertBytes, type ExtractedBytes } from "../../contract/page/attachments.ts";
import {
  isolationGreeting,
  isOpenCall,
  sealFrameLength,
  sealHeaderLength,
  type OpenCall,
  type SealedCall,
} from "../../contract/page/isolation.ts";
import { reportCommand } from "../../contract/page/page-report.ts";
import { attachmentsOf, bodyOf, encodeArguments } from "./encoding.ts";

/** The parameter of the wrapping function: 32 bytes. */
declare const FRAMEWORK_KEY: readonly number[];
/** Replaced when the script is compiled. */
declare const FRAMEWORK_FRAME_HEADER_LENGTH: number;

interface Call {
  readonly command: string;
  readonly args: unknown;
}

/**
 * Calls of the framework's own scripts in development and debug builds, which a hook that lets
 * through a list of commands would refuse: reports about the hook itself, and the answers of a page
 * to the tool that drives it.
 */
const ownCalls: readonly string[] = [
  reportCommand,
  `plugin:${automationPlugin}|answer`,
  `plugin:${automationPlugin}|console`,
];

declare global {
  interface Window {
    readonly __FRAMEWORK_ISOLATION_HOOK__?: (call: Call) => unknown;
  }
}

{
  const { subtle } = crypto;
  const { parse, stringify } = JSON;
  const key = subtle.importKey("raw", new Uint8Array(FRAMEWORK_KEY), "AES-GCM", false, ["encrypt"]);
  const self = crypto.getRandomValues(new Uint8Array(sealFrameLength));
  let count = 0;

  /** Puts bytes back into their positions. */
  const complete = (json: string | undefined, taken: readonly ExtractedBytes[]): unknown => {
    const root = { value: json === undefined ? undefined : (parse(json) as unknown) };
    for (const { path, bytes } of taken) {
      if (!insertBytes(root, path, bytes))
        throw new Error(`bytes belong to "${path.join(".")}", which is not in the arguments`);
    }
    return root.value;
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
    const { args, taken } = encodeArguments(call.args);
    const places = attachmentsOf(taken);
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
    const encrypted = await subtle.encrypt(
      { name: "AES-GCM", iv },
      await key,
      bodyOf(json, taken, FRAMEWORK_FRAME_HEADER_LENGTH),
    );
    const sealed = new Uint8Array(iv.length + encrypted.byteLength);
    sealed.set(iv);
    sealed.set(new Uint8Array(encrypted), iv.length);
    return sealed;
  };

  const answer = async ({ id, command, json, taken }: OpenCall): Promise<SealedCall> => {
    try {
      const call = { command, args: complete(json, taken) };
      return { id, sealed: await seal(ownCalls.includes(command) ? call : await pass(call)) };
    } catch (error) {
      return {
        id,
        refused: `Cannot run "${command}": ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  };

  /**
   * Protects the hook's own objects from every prototype that a page may reach. Not at the start,
   * because the application's libraries may extend prototypes; and without those of errors, whose
   * subclasses set `name`.
   */
  const freezePrototypes = (): void => {
    const iterators = [
      [][Symbol.iterator](),
      new Map().keys(),
      new Set().keys(),
      ""[Symbol.iterator](),
    ];
    const values = [
      Object,
      Function,
      Array,
      String,
      Number,
      Boolean,
      Symbol,
      BigInt,
      RegExp,
      Date,
      Promise,
    ];
    const holders = [
      Map,
      Set,
      WeakMap,
      WeakSet,
      ArrayBuffer,
      DataView,
      Uint8Array,
      URL,
      URLSearchParams,
    ];
    for (const { prototype } of [...values, ...holders]) Object.freeze(prototype);
    for (const one of [Uint8Array.prototype, ...iterators])
      Object.freeze(Object.getPrototypeOf(one));
    for (const one of [JSON, Math, Reflect, Object, Array]) Object.freeze(one);
  };

  addEventListener("message", (event: MessageEvent) => {
    const [port] = event.ports;
    if (event.source !== parent || event.data !== isolationGreeting || port === undefined) return;
    event.stopImmediatePropagation();
    freezePrototypes();
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      // The page's bridge sends nothing else, so no other message gets an answer.
      if (isOpenCall(data)) void answer(data).then((sealed) => port.postMessage(sealed));
    };
    port.postMessage(isolationGreeting);
  });
}
