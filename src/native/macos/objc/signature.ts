import type { Address, Memory } from "../../ffi/signature.ts";

// A method is declared by one string, "arguments>result", without the object and the selector
// themselves:
//
//   v  nothing              q  NSInteger      d  CGFloat, double    @  object, never nil     R  NSRect    p  pointer, memory of ours
//   B  BOOL                 Q  NSUInteger     f  float              n  object or nil         P  NSPoint   s  UTF-8 string
//   i  int                  L  uint64         h  short              #  class                 S  NSSize    :  selector
//   I  unsigned int                           H  unsigned short     b  block or nil          G  NSRange
//
// TypeScript reads the same string, so a wrong argument does not compile; `test/native/macos`
// compares every string with a public binding's description of the method, so a wrong string does
// not pass.

/** AppKit's NSRect: its origin is at the bottom left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Range {
  readonly location: number;
  readonly length: number;
}

/** A value with the address of an object. */
export interface Identified {
  readonly address: Address;
}

/** An object argument. */
export type Id = Address | Identified;

interface ArgumentTypes {
  B: boolean;
  i: number;
  I: number;
  q: number;
  Q: number;
  L: number;
  h: number;
  H: number;
  d: number;
  f: number;
  "@": Id;
  n: Id | null;
  "#": Id;
  ":": string;
  b: Id | null;
  p: Memory;
  s: string;
  R: Rect;
  P: Point;
  S: Size;
  G: Range;
}

interface ResultTypes {
  v: void;
  B: boolean;
  i: number;
  I: number;
  q: number;
  Q: number;
  L: number;
  h: number;
  H: number;
  d: number;
  f: number;
  "@": Address;
  n: Address | null;
  "#": Address;
  ":": string;
  b: Address | null;
  p: Address;
  s: string;
  R: Rect;
  P: Point;
  S: Size;
  G: Range;
}

/** The arguments of a method, by its signature. */
export type ArgumentsOf<S extends string> = S extends `${infer A}>${string}`
  ? Each<A, ArgumentTypes>
  : never;

/** The result of a method. */
export type ResultOf<S extends string> = S extends `${string}>${infer R extends keyof ResultTypes}`
  ? ResultTypes[R]
  : never;

/** The arguments of a method of ours: addresses, never objects. */
export type GivenTo<S extends string> = S extends `${infer A}>${string}`
  ? Each<A, ResultTypes>
  : never;

/** The result of a method of ours. */
export type GivenBy<S extends string> = S extends `${string}>${infer R}`
  ? R extends "v"
    ? void
    : R extends keyof ArgumentTypes
      ? ArgumentTypes[R]
      : never
  : never;

type Each<
  S extends string,
  Types,
> = S extends `${infer L extends keyof Types & string}${infer Rest}`
  ? [Types[L], ...Each<Rest, Types>]
  : [];

/** The letters of a signature's arguments, and of its result. */
export function lettersOf(signature: string): {
  readonly args: readonly string[];
  readonly result: string;
} {
  const [args = "", result = ""] = signature.split(">");
  return { args: args.split(""), result };
}
