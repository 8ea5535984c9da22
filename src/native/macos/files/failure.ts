import { read, type Pointer } from "bun:ffi";
import { constants } from "node:os";
import { libsystem } from "../lib/libsystem.ts";

/** A path or name as C takes it. */
export function cString(text: string): Uint8Array {
  return Buffer.from(`${text}\0`);
}

/** The error of the call before, as `node:fs` names it. To be asked for at once: other calls of the thread have their own. */
export function lastError(): string {
  const number = read.i32(libsystem.__error() as Pointer);
  const named = Object.entries(constants.errno).find(([, value]) => value === number);
  return named?.[0] ?? `error ${number}`;
}

/** What a call has given, unless that is -1: then its error is thrown, as `node:fs` would. */
export function checked(given: number, action: string, name: string): number {
  if (given >= 0) return given;
  const code = lastError();
  throw Object.assign(new Error(`Cannot ${action} "${name}": ${code}`), { code });
}
