/** A parser, and the texts that cost it most. */
export interface Row {
  readonly name: string;
  /** The modules that this row stands for, relative to `src`. */
  readonly of: readonly string[];
  /** Each is repeated, and all are mixed. */
  readonly fragments: readonly string[];
  /** Reads a text. An error that it throws is an answer, unless the stack overflowed. */
  readonly read: (text: string) => unknown;
  /** The surroundings of a text. Default: none. */
  readonly around?: (text: string) => string;
}

/** The beginnings and ends of constructs in most languages. */
export const common: readonly string[] = [
  " ",
  "\n",
  "a",
  "(",
  "[",
  "{",
  "<",
  '"',
  "'",
  "\\",
  "/*",
  "//",
  "#",
  ",",
  ".",
  "a ",
  "a\n",
  "( ",
];

/** The result of a parser, or the error by which it refuses a text. */
export function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    // A stack that overflowed is no refusal.
    if (error instanceof RangeError) throw error;
    return error;
  }
}
