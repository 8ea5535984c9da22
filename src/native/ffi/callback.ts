import { JSCallback } from "bun:ffi";
import { guard } from "../guard.ts";
import { parse, type Address, type CallbackFunction } from "./signature.ts";

// Bun may free an unreferenced callback that C still calls.
const callbacks: JSCallback[] = [];

/**
 * Creates a function that C can call until the process ends. A callback costs memory and is never
 * freed, so create one for each kind of object and identify the objects by the number in
 * `user_data`.
 */
export function callback<const S extends string>(
  signature: S,
  run: CallbackFunction<S>,
): () => Address {
  let made: JSCallback | undefined;
  return () => {
    if (made === undefined) {
      made = new JSCallback(guard(run as (...args: never[]) => unknown), parse(signature));
      callbacks.push(made);
    }
    return Number(made.ptr);
  };
}
