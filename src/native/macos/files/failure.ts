import { read, type Pointer } from "bun:ffi";
import { constants } from "node:os";
import { libsystem } from "../lib/libsystem.ts";

/** A path or name as C takes it. */
export function cString(text: string): Uint8Array {
  return Buffer.from(`${text}\0`);
}

/** The result of a call; negative: it has failed, with an error code as in `node:fs`. */
export interface Outcome {
  readonly given: number;
  readonly code: string | null;
}

/** Makes a call, and reads its error at once: other calls of the thread overwrite it. */
export function attempt(call: () => number): Outcome {
  // Looked up before it is needed: the lookup is a call, too.
  const place = libsystem.__error() as Pointer;
  const given = call();
  return { given, code: given < 0 ? nameOf(read.i32(place)) : null };
}

/** The result of a call. Throws on failure, as `node:fs` would. */
export function checked(action: string, name: string, call: () => number): number {
  const { given, code } = attempt(call);
  if (code !== null) throw failed(action, name, code);
  return given;
}

export function failed(action: string, name: string, code: string): Error {
  return Object.assign(new Error(`Cannot ${action} "${name}": ${code}`), { code });
}

function nameOf(error: number): string {
  const named = Object.entries(constants.errno).find(([, value]) => value === error);
  return named?.[0] ?? `error ${error}`;
}
