import type { Address } from "../../src/native/ffi/signature.ts";
import { functionAt } from "../../src/native/ffi/signature.ts";
import { addressOfWake, soon, watchWakes } from "./loop.ts";
import { defineFunctions, defineSymbol, defineVariables, symbolNamed } from "./symbols.ts";
import { refuse } from "./violations.ts";

// Sources of the main queue. One of data is its eventfd, so that any thread can merge into it by a
// function of C.

interface Source {
  readonly signal: number | null;
  context: number;
  handler: Address;
  isResumed: boolean;
}

const sources = new Map<Address, Source>();
const signalSources = 2 ** 20;

function fire(source: Source): void {
  if (source.isResumed && source.handler !== 0) functionAt(source.handler, "L>v")(source.context);
}

function sourceAt(address: Address): Source {
  return sources.get(address) ?? refuse(`No source of the main queue: ${address}`);
}

function createSource(type: Address, handle: number, _mask: number, queue: Address): Address {
  if (queue !== symbolNamed("_dispatch_main_q"))
    refuse("The stand-in has no queue but the main one");
  const source: Source = { signal: null, context: 0, handler: 0, isResumed: false };
  if (type === symbolNamed("_dispatch_source_type_signal")) {
    const address = signalSources + handle;
    sources.set(address, { ...source, signal: handle });
    return address;
  }
  if (type !== symbolNamed("_dispatch_source_type_data_add"))
    refuse("The stand-in does not know this kind of source");
  const file = watchWakes(() => soon(() => fire(source)));
  sources.set(file, source);
  return file;
}

/** Ends the process as another one asks it to, by a signal that the app hears of. */
export function signal(number: number): void {
  for (const source of sources.values()) if (source.signal === number) soon(() => fire(source));
}

defineSymbol("dispatch_source_merge_data", addressOfWake);
defineVariables({
  _dispatch_main_q: new Uint8Array(8),
  _dispatch_source_type_data_add: new Uint8Array(8),
  _dispatch_source_type_signal: new Uint8Array(8),
});
defineFunctions({
  dispatch_source_create: { signature: "pLLp>n", run: createSource },
  dispatch_source_set_event_handler_f: {
    signature: "pp>v",
    run: (source: Address, handler: Address) => (sourceAt(source).handler = handler),
  },
  dispatch_set_context: {
    signature: "pL>v",
    run: (source: Address, context: number) => (sourceAt(source).context = Number(context)),
  },
  dispatch_resume: {
    signature: "p>v",
    run: (source: Address) => (sourceAt(source).isResumed = true),
  },
  // The default action of a signal does not change.
  signal: { signature: "ip>n", run: () => null },
});
