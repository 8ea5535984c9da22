// The structs of arguments and results, by their letters: their numbers, in C's order.
const fields: Readonly<Record<string, readonly string[]>> = {
  R: ["x", "y", "width", "height"],
  P: ["x", "y"],
  S: ["width", "height"],
  G: ["location", "length"],
};

/** Whether a letter stands for a struct. */
export function isStruct(letter: string): boolean {
  return letter in fields;
}

/** A struct's numbers. */
export function numbersOf(letter: string, struct: unknown): readonly number[] {
  return fieldsOf(letter).map(
    (field) => (struct as Readonly<Record<string, number>>)[field] as number,
  );
}

/** The struct of some numbers. */
export function structOf(letter: string, numbers: readonly number[]): unknown {
  return Object.fromEntries(fieldsOf(letter).map((field, index) => [field, numbers[index]]));
}

/** A struct's memory: all of its numbers are 64 bits wide. */
export class StructMemory {
  readonly #letter: string;
  readonly #view: BigUint64Array | Float64Array;

  constructor(letter: string) {
    const { length } = fieldsOf(letter);
    this.#letter = letter;
    this.#view = letter === "G" ? new BigUint64Array(length) : new Float64Array(length);
  }

  /** To be read or filled by C. */
  get memory(): NodeJS.TypedArray {
    return this.#view;
  }

  get value(): unknown {
    return structOf(this.#letter, Array.from<bigint | number, number>(this.#view, Number));
  }

  set value(struct: unknown) {
    numbersOf(this.#letter, struct).forEach((number, index) => {
      if (this.#view instanceof Float64Array) this.#view[index] = number;
      else this.#view[index] = BigInt(number);
    });
  }
}

function fieldsOf(letter: string): readonly string[] {
  const known = fields[letter];
  if (known === undefined)
    throw new Error(`Cannot take "${letter}" for a struct: want R, P, S or G`);
  return known;
}

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** A double's bits, as an integer. */
export function bitsOf(value: number): bigint {
  double[0] = value;
  return bits[0] as bigint;
}

/** The double of some bits. */
export function doubleOf(value: bigint): number {
  bits[0] = value;
  return double[0] as number;
}
