import { JSCallback, ptr } from "bun:ffi";
import type { Address } from "../../src/native/ffi/signature.ts";
import { parse } from "../../src/native/ffi/signature.ts";
import { guard } from "../../src/native/guard.ts";
import { refuse } from "./violations.ts";

interface CFunctionOf {
  /** As in `native/ffi/signature.ts`. */
  readonly signature: string;
  readonly run: (...args: never[]) => unknown;
}

const symbols = new Map<string, () => Address>();
// Memory and functions for C live as long as the process.
const kept: unknown[] = [];

function define(name: string, find: () => Address): void {
  let address: Address | undefined;
  symbols.set(name, () => (address ??= find()));
}

/** Makes exported C functions known, which are called on the main thread only. */
export function defineFunctions(functions: Readonly<Record<string, CFunctionOf>>): void {
  for (const [name, { signature, run }] of Object.entries(functions)) {
    define(name, () => {
      const made = new JSCallback(guard(run as (...args: unknown[]) => unknown), parse(signature));
      kept.push(made);
      return Number(made.ptr);
    });
  }
}

/** Makes an exported symbol known by where it is. */
export function defineSymbol(name: string, find: () => Address): void {
  define(name, find);
}

/** Makes exported variables known, as their bytes. */
export function defineVariables(variables: Readonly<Record<string, Uint8Array>>): void {
  for (const [name, bytes] of Object.entries(variables)) {
    define(name, () => {
      kept.push(bytes);
      return ptr(bytes);
    });
  }
}

export function symbolNamed(name: string): Address {
  const find =
    symbols.get(name) ?? refuse(`No framework exports "${name}", as far as the stand-in knows`);
  return find();
}
