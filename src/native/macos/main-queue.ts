import type { Address } from "../ffi/signature.ts";
import { dispatch } from "./lib/dispatch.ts";
import { runtime } from "./objc/runtime.ts";

/**
 * Creates a source that calls a C function of ours on the main thread, until the process ends.
 * Events before it has run cause one call.
 *
 * @param type the exported name of the kind of source
 * @param handle the watched handle, which is also the function's argument
 */
export function onMainQueue(type: string, handle: number, handler: Address): Address {
  const source = dispatch.dispatch_source_create(
    runtime().symbol(type),
    handle,
    0,
    runtime().symbol("_dispatch_main_q"),
  );
  if (source === null)
    throw new Error(`Cannot watch "${type}": the process may have too many files open`);
  dispatch.dispatch_set_context(source, handle);
  dispatch.dispatch_source_set_event_handler_f(source, handler);
  dispatch.dispatch_resume(source);
  return source;
}
