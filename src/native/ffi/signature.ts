import { CFunction, CString, type FFIType, type Pointer } from "bun:ffi";

// A C function is declared by one string, "arguments>result", one letter for each:
//
//   v  nothing              i  int, enum            l  long, gssize, gint64    p  pointer, never NULL
//   b  gboolean             u  unsigned, flags      L  unsigned long, gsize    n  pointer or NULL
//   y  unsigned char        d  double               h  16 bits                 s  UTF-8 string, never NULL
//                                                                              m  UTF-8 string or NULL
//
// TypeScript reads the same string, so a wrong argument does not compile; `test/native` compares
// every string with the toolkit's own description of the function, so a wrong string does not pass.
const ffiTypes = {
  v: "void",
  b: "i32",
  i: "i32",
  u: "u32",
  l: "i64_fast",
  L: "u64_fast",
  y: "u8",
  h: "u16",
  d: "f64",
  p: "ptr",
  n: "ptr",
  s: "cstring",
  m: "cstring",
} as const satisfies Record<string, keyof typeof FFIType>;

type Letter = keyof typeof ffiTypes;

/** An address in this process. Never 0: a possible NULL has the type `Address | null`. */
export type Address = number;
/**
 * The values for a pointer argument: an address, or memory of ours that the call reads or fills.
 */
export type Memory = Address | NodeJS.TypedArray;

interface ArgumentTypes {
  v: never;
  b: boolean;
  i: number;
  u: number;
  l: number;
  L: number;
  y: number;
  h: number;
  d: number;
  p: Memory;
  n: Memory | null;
  s: string;
  m: string | null;
}

interface ResultTypes {
  v: void;
  b: number;
  i: number;
  u: number;
  l: number;
  L: number;
  y: number;
  h: number;
  d: number;
  p: Address;
  n: Address | null;
  s: string;
  m: string | null;
}

type Arguments<S extends string> = S extends `${infer L extends Letter}${infer Rest}`
  ? [ArgumentTypes[L], ...Arguments<Rest>]
  : [];

export type NativeFunction<S extends string> = S extends `${infer A}>${infer R extends Letter}`
  ? (...args: Arguments<A>) => ResultTypes[R]
  : never;

// A callback gets pointers, never strings: a string may be invalid UTF-8.
interface CallbackArgumentTypes {
  i: number;
  b: number;
  u: number;
  l: number;
  L: number;
  d: number;
  p: Address;
  n: Address | null;
}

type CallbackArguments<S extends string> =
  S extends `${infer L extends keyof CallbackArgumentTypes}${infer Rest}`
    ? [CallbackArgumentTypes[L], ...CallbackArguments<Rest>]
    : [];

export type CallbackFunction<S extends string> = S extends `${infer A}>${infer R}`
  ? (...args: CallbackArguments<A>) => R extends "v" ? void : R extends "b" ? boolean : number
  : never;

/** The Bun types of a signature. */
export function parse(signature: string): { args: FFIType[]; returns: FFIType } {
  const [args = "", result = ""] = signature.split(">");
  const type = (letter: string): FFIType => ffiTypes[letter as Letter] as unknown as FFIType;
  return { args: Array.from(args, type), returns: type(result) };
}

/** The C function at an address, with a signature. */
export function functionAt<const S extends string>(
  address: Address,
  signature: S,
): NativeFunction<S> {
  return CFunction({
    ...parse(signature),
    ptr: address as Pointer,
  }) as unknown as NativeFunction<S>;
}

/** The text at an address, which must be valid UTF-8 and end with NUL. */
export function textAt(address: Address): string {
  return String(new CString(address as Pointer));
}
