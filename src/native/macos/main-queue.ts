import type { Address } from "../ffi/signature.ts";
import { dispatch } from "./lib/dispatch.ts";
import { runtime } from "./objc/runtime.ts";

/**
 * Makes a source that calls a C function of ours on the main thread, for as long as the process
 * lives. Events that come before it has run are one call.
 *
 * @param type the exported name of the kind of source
 * @param handle what it watches, and what the function is given
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
