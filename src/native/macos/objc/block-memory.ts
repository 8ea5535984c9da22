import { ptr, read, type Pointer } from "bun:ffi";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Calls } from "./calls.ts";
import type { OwnBlock } from "./runtime.ts";

// A block is memory that begins with a function:
//
//    0  isa           the class of a stack block, until it is copied
//    8  flags, 0      no captured objects to copy
//   16  invoke        the function, whose arguments are the block and then its own
//   24  descriptor    0 and the block's size, 64 bits each
//   32  a number      the captured value: the number of our function
//
// It is copied at once, so that it is reference-counted, and freed by its last owner, after us or
// not. A call after our release finds no function, and has no effect.
//
// Source: Clang's "Block Implementation Specification".
const SIZE = 40;
const INVOKE = 16;
const CAPTURED = 32;

/** The runtime's part in blocks. */
export interface BlockRuntime {
  /** The class of a stack block. */
  stackBlock(): Address;
  copyBlock(block: Address): Address;
  releaseBlock(block: Address): void;
}

type Run = (args: readonly unknown[]) => unknown;

/** Blocks of ours, and calls of foreign ones. */
export class Blocks {
  readonly #runtime: BlockRuntime;
  readonly #calls: Calls;
  readonly #functions = new Map<string, Address>();
  readonly #runs = new Held<Run>("blocks");
  readonly #descriptor = new BigUint64Array([0n, BigInt(SIZE)]);

  constructor(calls: Calls, runtime: BlockRuntime) {
    this.#calls = calls;
    this.#runtime = runtime;
  }

  make(signature: string, run: Run): OwnBlock {
    const number = this.#runs.add(run);
    const literal = new BigUint64Array([
      BigInt(this.#runtime.stackBlock()),
      0n,
      BigInt(this.#functionFor(signature)),
      BigInt(ptr(this.#descriptor)),
      BigInt(number),
    ]);
    const address = this.#runtime.copyBlock(Number(ptr(literal)));
    return {
      address,
      [Symbol.dispose]: () => {
        if (this.#runs.take(number) !== undefined) this.#runtime.releaseBlock(address);
      },
    };
  }

  call(block: Address, signature: string, args: readonly unknown[]): unknown {
    return this.#calls.call(read.ptr(block as Pointer, INVOKE), [block], signature, args);
  }

  #functionFor(signature: string): Address {
    let made = this.#functions.get(signature);
    if (made === undefined) {
      made = this.#calls.callback(
        1,
        signature,
        ([block], args) =>
          this.#runs.get(Number(read.u64(block as Pointer, CAPTURED)))?.(args) ?? 0,
      );
      this.#functions.set(signature, made);
    }
    return made;
  }
}
