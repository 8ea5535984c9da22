/** A parser, and the texts that cost it most. */
export interface Row {
  readonly name: string;
  /** The modules that this row stands for, relative to `src`. */
  readonly of: readonly string[];
  /** Each is repeated, and all are mixed. */
  readonly fragments: readonly string[];
  /** Reads a text. An error that it throws is an answer, unless the stack overflowed. */
  readonly read: (text: string) => unknown;
  /** What a text is put into. Default: nothing. */
  readonly around?: (text: string) => string;
}

/** What begins or ends something in most languages. */
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

/** What a parser gives, or the error by which it refuses a text. */
export function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    // A stack that overflowed is no refusal.
    if (error instanceof RangeError) throw error;
    return error;
  }
}
