import { JSCallback } from "bun:ffi";
import { guard } from "../guard.ts";
import { parse, type Address, type CallbackFunction } from "./signature.ts";

// Bun may free a callback that nobody holds, and C still calls it.
const callbacks: JSCallback[] = [];

/**
 * Makes a function C can call, for as long as the process lives. A callback costs memory and is
 * never given back, so make one for each kind of thing and tell the things apart by the number in
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
