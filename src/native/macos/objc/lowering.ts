import { lettersOf } from "./signature.ts";

// The lowering of a signature's arguments to numbers: Bun's FFI has no structs. A struct of a few
// numbers is passed as those numbers would be passed one by one, with exceptions:
//
//   arm64    numbers of one struct are all in registers, or all on the stack; from then on no more registers of that kind
//            are used. Rects, points and sizes are doubles; a range is two integers.
//   x86-64   the same, but later arguments may still use the registers that are left; and a rect, being longer than two
//            words, is always on the stack.
//
// Arguments that must be on the stack get there by filling the registers before them with zeros:
// six of integers on x86-64, where doubles on the stack are declared as integers of the same bits.
//
// Sources: Procedure Call Standard for the Arm 64-bit Architecture, 6.8.2; System V ABI, AMD64
// supplement, 3.2.3; Apple, "Writing ARM64 code for Apple platforms".

export type Processor = "arm64" | "x64";

/** A type of Bun's FFI. */
export type WordType =
  | "void"
  | "bool"
  | "i16"
  | "u16"
  | "i32"
  | "u32"
  | "i64_fast"
  | "u64_fast"
  | "u64"
  | "f32"
  | "f64"
  | "ptr";

const wordTypes: Readonly<Record<string, WordType>> = {
  v: "void",
  B: "bool",
  i: "i32",
  I: "u32",
  q: "i64_fast",
  Q: "u64_fast",
  L: "u64_fast",
  h: "i16",
  H: "u16",
  d: "f64",
  f: "f32",
  "@": "ptr",
  n: "ptr",
  "#": "ptr",
  ":": "ptr",
  b: "ptr",
  p: "ptr",
  s: "ptr",
};

const structs: Readonly<Record<string, readonly WordType[]>> = {
  R: ["f64", "f64", "f64", "f64"],
  P: ["f64", "f64"],
  S: ["f64", "f64"],
  G: ["u64_fast", "u64_fast"],
};

/** One passed word: a part of an argument, or a filling zero. */
export interface Word {
  readonly type: WordType;
  /** The index of its argument, if it has one. */
  readonly argument?: number;
  /** The index of its number in a struct. */
  readonly part: number;
  /** A double that is declared as an integer. */
  readonly isBits?: boolean;
}

export interface Lowering {
  readonly words: readonly Word[];
  /** Undefined for a struct, of which only the first number could be read. */
  readonly result: WordType | undefined;
}

/**
 * The lowering of a signature's arguments, after `before` pointers: an object and its selector, a
 * block.
 */
export function lower(signature: string, before: number, processor: Processor): Lowering {
  const { args, result } = lettersOf(signature);
  const words = (processor === "arm64" ? arm64 : x64)(
    args.map((letter, argument) => {
      const word = wordTypes[letter];
      const types = structs[letter] ?? (word === undefined || word === "void" ? undefined : [word]);
      if (types === undefined)
        throw new Error(`Cannot call by "${signature}": "${letter}" is no type`);
      return types.map((type, part) => ({ type, argument, part }));
    }),
    before,
  );
  if (structs[result] === undefined && wordTypes[result] === undefined)
    throw new Error(`Cannot call by "${signature}": "${result}" is no type`);
  return { words, result: wordTypes[result] };
}

type Argument = readonly Word[];

const isFloat = ({ type }: Word): boolean => type === "f64" || type === "f32";
const isSmall = ({ type }: Word): boolean =>
  ["bool", "i16", "u16", "i32", "u32", "f32"].includes(type);

function arm64(args: readonly Argument[], before: number): Word[] {
  const words: Word[] = [];
  const free = { integers: 8 - before, floats: 8 };
  let endsSmall = false;
  for (const argument of args) {
    const first = argument[0] as Word;
    const kind = isFloat(first) ? "floats" : "integers";
    if (free[kind] >= argument.length) free[kind] -= argument.length;
    else {
      words.push(...fill(free[kind], kind === "floats" ? "f64" : "i64_fast"));
      free[kind] = 0;
      // There Apple packs each without padding, unlike all other systems.
      if (isSmall(first) && endsSmall)
        throw new Error(
          "Cannot call a function on arm64: two small arguments would be on the stack",
        );
      endsSmall = isSmall(first);
    }
    words.push(...argument);
  }
  return words;
}

function x64(args: readonly Argument[], before: number): Word[] {
  const inRegisters: Word[] = [];
  const onStack: Word[] = [];
  const free = { integers: 6 - before, floats: 8 };
  for (const argument of args) {
    const first = argument[0] as Word;
    const kind = isFloat(first) ? "floats" : "integers";
    if (argument.length <= 2 && free[kind] >= argument.length) {
      free[kind] -= argument.length;
      inRegisters.push(...argument);
    } else onStack.push(...argument.map(asBits));
  }
  if (onStack.length > 0) inRegisters.push(...fill(free.integers, "i64_fast"));
  return [...inRegisters, ...onStack];
}

function asBits(word: Word): Word {
  if (word.type === "f32")
    throw new Error("Cannot call a function on x86-64: a float would be on the stack");
  return word.type === "f64" ? { ...word, type: "u64", isBits: true } : word;
}

const fill = (count: number, type: WordType): Word[] =>
  Array.from({ length: count }, () => ({ type, part: 0 }));
