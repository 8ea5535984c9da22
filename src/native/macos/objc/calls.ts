import { CFunction, CString, FFIType, JSCallback, type Pointer } from "bun:ffi";
import type { Address, Memory } from "../../ffi/signature.ts";
import { lower, type Lowering, type Processor } from "./lowering.ts";
import { lettersOf } from "./signature.ts";
import { bitsOf, doubleOf, isStruct, numbersOf, structOf } from "./struct-values.ts";

/** Selectors of a runtime, which identifies them by numbers. */
export interface Selectors {
  named(name: string): Address;
  nameOf(selector: Address): string;
}

/** A signature in its called form, after some leading pointers. */
interface Plan {
  readonly lowering: Lowering;
  readonly args: readonly string[];
  readonly result: string;
  /** The same for signatures with the same lowering. */
  readonly key: string;
}

type CCall = (...words: readonly unknown[]) => unknown;

/** Calls C functions by signatures of methods, and creates C callbacks. */
export class Calls {
  readonly #processor: Processor;
  readonly #selectors: Selectors;
  readonly #plans = new Map<string, Plan>();
  readonly #functions = new Map<string, CCall>();
  // Bun may free an unreferenced callback that C still calls.
  readonly #callbacks: JSCallback[] = [];

  constructor(processor: Processor, selectors: Selectors) {
    this.#processor = processor;
    this.#selectors = selectors;
  }

  /** Calls a function with some pointers, followed by the arguments of its signature. */
  call(
    address: Address,
    before: readonly Memory[],
    signature: string,
    args: readonly unknown[],
  ): unknown {
    const plan = this.#planOf(signature, before.length);
    const key = `${address} ${plan.key}`;
    let run = this.#functions.get(key);
    if (run === undefined) {
      run = CFunction({
        ...ffiTypes(before.length, plan),
        ptr: address as Pointer,
      }) as unknown as CCall;
      this.#functions.set(key, run);
    }
    const given = args.map((arg, index) => this.#numbersOf(plan.args[index] as string, arg));
    const words = plan.lowering.words.map(({ argument, part, isBits, type: word }) => {
      const value = argument === undefined ? 0 : given[argument]?.[part];
      return isBits === true
        ? bitsOf(value as number)
        : word === "u64"
          ? BigInt(value as number)
          : value;
    });
    return this.#resultOf(plan, run(...before, ...words));
  }

  /**
   * Creates a function that C calls, until the process ends. It receives `before` pointers
   * separately.
   */
  callback(
    before: number,
    signature: string,
    run: (before: readonly Address[], args: readonly unknown[]) => unknown,
  ): Address {
    const plan = this.#planOf(signature, before);
    const made = new JSCallback(
      (...given: unknown[]) => {
        const result = run(
          given.slice(0, before) as Address[],
          this.#argumentsOf(plan, given.slice(before)),
        );
        return this.#wordOf(plan.result, result);
      },
      ffiTypes(before, plan),
    );
    this.#callbacks.push(made);
    return Number(made.ptr);
  }

  #planOf(signature: string, before: number): Plan {
    const known = this.#plans.get(`${before}${signature}`);
    if (known !== undefined) return known;
    const lowering = lower(signature, before, this.#processor);
    if (lowering.result === undefined)
      throw new Error(`Cannot call by "${signature}": what it gives is a struct`);
    const key = `${before} ${lowering.words.map(({ type }) => type).join(" ")} ${lowering.result}`;
    const plan = { lowering, key, ...lettersOf(signature) };
    this.#plans.set(`${before}${signature}`, plan);
    return plan;
  }

  /** The words of an argument: several numbers for a struct, and one for anything else. */
  #numbersOf(letter: string, value: unknown): readonly unknown[] {
    return isStruct(letter) ? numbersOf(letter, value) : [this.#wordOf(letter, value)];
  }

  #wordOf(letter: string, value: unknown): unknown {
    if (letter === "v") return undefined;
    if (letter === "B") return Boolean(value);
    if (letter === ":") return this.#selectors.named(value as string);
    if (letter === "s") return Buffer.from(`${value as string}\0`);
    return value;
  }

  #argumentsOf({ args, lowering }: Plan, given: readonly unknown[]): unknown[] {
    const numbers: unknown[][] = args.map(() => []);
    lowering.words.forEach(({ argument, part, isBits }, index) => {
      if (argument === undefined) return;
      const word = given[index];
      (numbers[argument] as unknown[])[part] = isBits === true ? doubleOf(word as bigint) : word;
    });
    return numbers.map((parts, index) => this.#valueOf(args[index] as string, parts));
  }

  #resultOf({ result }: Plan, word: unknown): unknown {
    return this.#valueOf(result, [word]);
  }

  #valueOf(letter: string, parts: readonly unknown[]): unknown {
    if (isStruct(letter)) return structOf(letter, parts.map(Number));
    const [word] = parts;
    switch (letter) {
      case "v":
        return undefined;
      case "B":
        return Boolean(word);
      case ":":
        return this.#selectors.nameOf(Number(word ?? 0));
      case "s":
        return word === null || word === 0 ? "" : String(new CString(Number(word) as Pointer));
      case "@":
      case "#":
        return objectOf(word);
      case "n":
      case "b":
        return objectOf(word) || null;
      default:
        // Also a value that is too large for a number, such as NSNotFound, arrives as one.
        return Number(word ?? 0);
    }
  }
}

function ffiTypes(before: number, { lowering }: Plan): { args: FFIType[]; returns: FFIType } {
  const pointers = Array.from({ length: before }, () => FFIType.ptr);
  return {
    args: [...pointers, ...lowering.words.map(({ type }) => FFIType[type])],
    returns: FFIType[lowering.result ?? "void"],
  };
}

/**
 * The address of an object. A tagged pointer, for a short text, a number or a date, is no address:
 * the value itself is in the 64 bits, so many that no number of JavaScript holds them. Bun returns
 * a bigint for those, and accepts it back. For code that only passes addresses on, it is the same,
 * regardless of its type.
 */
const objectOf = (word: unknown): Address => (word ?? 0) as Address;
