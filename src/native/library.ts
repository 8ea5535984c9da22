import { CFunction, CString, dlopen, JSCallback, type FFIType, type Pointer } from "bun:ffi";
import { FrameworkError } from "../contract/errors.ts";
import { guard } from "./guard.ts";

// A C function is declared by one string, "arguments>result", one letter for each:
//
//   v  nothing              i  int, enum            l  long, gssize, gint64    p  pointer, never NULL
//   b  gboolean             u  unsigned, flags      L  unsigned long, gsize    n  pointer or NULL
//   y  unsigned char        d  double               h  16 bits                 s  UTF-8 string, never NULL
//                                                                              m  UTF-8 string or NULL
//
// TypeScript reads the same string, so a wrong argument does not compile; `test/native` compares every
// string with the toolkit's own description of the function, so a wrong string does not pass.
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

/** An address in this process. Never 0: where NULL is possible the type says `Address | null`. */
export type Address = number;
/** What may stand for a pointer argument: an address, or memory of ours that the call reads or fills. */
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

type NativeFunction<S extends string> = S extends `${infer A}>${infer R extends Letter}`
  ? (...args: Arguments<A>) => ResultTypes[R]
  : never;

// A callback gets pointers, never strings: what arrives as a string may be no valid UTF-8.
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

type CallbackFunction<S extends string> = S extends `${infer A}>${infer R}`
  ? (...args: CallbackArguments<A>) => R extends "v" ? void : R extends "b" ? boolean : number
  : never;

/** The functions of a library, by their C names. */
export type Library<T extends Readonly<Record<string, string>>> = {
  readonly [N in keyof T]: NativeFunction<T[N]>;
};

/** The name of the package that brings a library, for each way a system names its packages. */
export interface Packages {
  readonly debian: string;
  readonly fedora: string;
  readonly arch: string;
}

/** A library file, and the signatures of its functions by name. */
export interface Declaration {
  readonly file: string;
  readonly signatures: Readonly<Record<string, string>>;
}

const declarations = new WeakMap<object, Declaration>();

/** What a library was declared with; nothing for anything else. */
export function declarationOf(library: object): Declaration | undefined {
  return declarations.get(library);
}

function parse(signature: string): { args: FFIType[]; returns: FFIType } {
  const [args = "", result = ""] = signature.split(">");
  const type = (letter: string): FFIType => ffiTypes[letter as Letter] as unknown as FFIType;
  return { args: Array.from(args, type), returns: type(result) };
}

// Only the C library itself is opened by Bun's `dlopen`, because that one also looks into the current
// directory, and fails as a whole when one function of a table is missing.
function openLoader() {
  return dlopen("libc.so.6", {
    dlopen: { args: ["ptr", "i32"], returns: "ptr" },
    dlsym: { args: ["ptr", "ptr"], returns: "ptr" },
    dlerror: { args: [], returns: "cstring" },
  }).symbols;
}

let loader: ReturnType<typeof openLoader> | undefined;

function theLoader(): ReturnType<typeof openLoader> {
  loader ??= openLoader();
  return loader;
}

const RTLD_LAZY = 1;
const cString = (text: string): Uint8Array => Buffer.from(`${text}\0`);

function openFile(file: string, packages: Packages): Pointer {
  const handle = theLoader().dlopen(cString(file), RTLD_LAZY);
  if (handle !== null) return Number(handle) as Pointer;
  const reason = String(theLoader().dlerror());
  throw new FrameworkError(
    "unavailable",
    `Cannot load "${file}" (${reason}): install ${packages.debian} (Debian, Ubuntu), ` +
      `${packages.fedora} (Fedora) or ${packages.arch} (Arch)`,
  );
}

/**
 * Declares functions of a shared library. Nothing is opened until one of them is used, and each is looked up
 * when it is first used.
 */
export function library<const T extends Readonly<Record<string, string>>>(
  file: string,
  packages: Packages,
  signatures: T,
): Library<T> {
  let handle: Pointer | undefined;
  const functions = {};
  for (const [name, signature] of Object.entries(signatures)) {
    Object.defineProperty(functions, name, {
      configurable: true,
      enumerable: true,
      get() {
        handle ??= openFile(file, packages);
        const pointer = theLoader().dlsym(handle, cString(name));
        if (pointer === null) {
          throw new FrameworkError(
            "unavailable",
            `Cannot find "${name}" in "${file}": install a newer ${packages.debian} (Debian, Ubuntu), ` +
              `${packages.fedora} (Fedora) or ${packages.arch} (Arch)`,
          );
        }
        const value = CFunction({ ...parse(signature), ptr: pointer }) as unknown;
        Object.defineProperty(functions, name, { value, enumerable: true });
        return value;
      },
    });
  }
  declarations.set(functions, { file, signatures });
  return functions as Library<T>;
}

// Bun may free a callback that nobody holds, and C still calls it.
const callbacks: JSCallback[] = [];

/**
 * Makes a function C can call, for as long as the process lives. A callback costs memory and is never given
 * back, so make one for each kind of thing and tell the things apart by the number in `user_data`.
 */
export function callback<const S extends string>(signature: S, run: CallbackFunction<S>): () => Address {
  let made: JSCallback | undefined;
  return () => {
    if (made === undefined) {
      made = new JSCallback(guard(run as (...args: never[]) => unknown), parse(signature));
      callbacks.push(made);
    }
    return Number(made.ptr);
  };
}

/** The text at an address, which must be valid UTF-8 and end with NUL. */
export function textAt(address: Address): string {
  return String(new CString(address as Pointer));
}
