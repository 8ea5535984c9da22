import type { Address } from "../../src/native/ffi/signature.ts";
import {
  comInterface,
  comObject,
  type ComObject,
  type Interface,
} from "../../src/native/windows/com/client.ts";
import { E_INVALIDARG, type HResult } from "../../src/native/windows/com/hresult.ts";
import { lend } from "../../src/native/windows/com/server.ts";
import { completedHandlers, eventHandlers } from "./interfaces.ts";
import { wrong } from "./report.ts";
import { serveObject, type ObjectDescription } from "./served-object.ts";
import { writeValue } from "./values.ts";

type EventMethods = { readonly Invoke: "3:pn>i" };
type CompletedMethods = { readonly Invoke: "3:in>i" };

// Events of frames have handlers of the same kind as those of the view.
const kinds: Readonly<Record<string, string>> = {
  ...eventHandlers,
  FrameNavigationStarting: eventHandlers.NavigationStarting,
  FrameNavigationCompleted: eventHandlers.NavigationCompleted,
  GotFocus: eventHandlers.FocusChanged,
  LostFocus: eventHandlers.FocusChanged,
};

/** The handlers that an app has added to an object, and the way to call them. */
export class EventSource {
  readonly #handlers = new Map<string, Map<number, ComObject<EventMethods>>>();
  #lastToken = 0;

  add(event: string, handler: Address, out: Address): HResult | void {
    const held = asHandler<EventMethods>(event, kinds[event], handler, { Invoke: "3:pn>i" });
    if (held === null) return E_INVALIDARG;
    const token = ++this.#lastToken;
    let all = this.#handlers.get(event);
    if (all === undefined)
      this.#handlers.set(event, (all = new Map<number, ComObject<EventMethods>>()));
    all.set(token, held);
    writeValue(out, BigInt(token));
  }

  remove(event: string, token: number): HResult | void {
    const held = this.#handlers.get(event)?.get(token);
    if (held === undefined) {
      wrong(`remove_${event} was given a token that add_${event} has not given`);
      return E_INVALIDARG;
    }
    this.#handlers.get(event)?.delete(token);
    held[Symbol.dispose]();
  }

  has(event: string): boolean {
    return (this.#handlers.get(event)?.size ?? 0) > 0;
  }

  /**
   * Calls the handlers of an event with an object that describes it. The object goes away if no
   * handler has kept it.
   */
  raise(event: string, sender: Address, args: ObjectDescription | null): void {
    const all = [...(this.#handlers.get(event)?.values() ?? [])];
    const call = (reported: Address | null): void => {
      for (const handler of all) handler.Invoke(sender, reported);
    };
    if (args === null) call(null);
    else lend(serveObject(args), call);
  }

  close(): void {
    for (const all of this.#handlers.values())
      for (const handler of all.values()) handler[Symbol.dispose]();
    this.#handlers.clear();
  }
}

/** The handler of a call that is completed later, to be called once. */
export class Completion {
  readonly #handler: ComObject<CompletedMethods> | null;

  /** @param handler 0: no handler */
  constructor(call: keyof typeof completedHandlers, handler: Address) {
    const methods = { Invoke: "3:in>i" } as const;
    this.#handler =
      handler === 0
        ? null
        : asHandler<CompletedMethods>(call, completedHandlers[call], handler, methods);
  }

  complete(result: HResult, value: Address | null): void {
    if (this.#handler === null) return;
    this.#handler.Invoke(result, value);
    this.#handler[Symbol.dispose]();
  }
}

/** A reference to a handler, asked for by the number that handlers of its kind have. */
function asHandler<M extends Interface["methods"]>(
  kind: string,
  iid: string | undefined,
  handler: Address,
  methods: M,
): ComObject<M> | null {
  if (iid === undefined)
    throw new Error(`Cannot take a handler of "${kind}": its number is not known`);
  if (handler === 0) {
    wrong(`No handler was given for "${kind}"`);
    return null;
  }
  const held = comObject(handler, comInterface("IUnknown", iid, {})).query(
    comInterface(kind, iid, methods),
  );
  if (held === null) wrong(`The handler given for "${kind}" has not the interface ${iid}`);
  return held;
}
