import type { Address } from "../../src/native/ffi/signature.ts";
import { newAddress } from "./addresses.ts";
import { note, refuse } from "./violations.ts";

/** A block, of the app's or of the system's. */
export interface Block {
  readonly address: Address;
  readonly signature: string;
}

const blocks = new Map<Address, AppBlock | SystemBlock>();

export function blockAt(address: Address, what: string): AppBlock | SystemBlock {
  return blocks.get(address) ?? refuse(`${what} is no block: ${address}`);
}

/** A block that the app gave away. Callers use `callBlock` (`tell.ts`). */
export class AppBlock implements Block, Disposable {
  readonly address = newAddress();
  readonly signature: string;
  readonly run: (args: readonly unknown[]) => unknown;
  readonly where: string;
  isFreed = false;

  constructor(signature: string, run: (args: readonly unknown[]) => unknown) {
    this.signature = signature;
    this.run = run;
    this.where =
      (new Error().stack ?? "")
        .split("\n")
        .find((line) => /src\/native\/macos\/(?!objc)|test\//.test(line))
        ?.trim() ?? "";
    blocks.set(this.address, this);
  }

  [Symbol.dispose](): void {
    this.isFreed = true;
  }
}

/** Blocks of the app's that it has not disposed of. */
export function heldBlocks(): AppBlock[] {
  return [...blocks.values()].filter(
    (block) => block instanceof AppBlock && !block.isFreed,
  ) as AppBlock[];
}

/**
 * A block that a method of the app's is given, to be called exactly once: by the method, or later
 * if it copies the block. Apple's own throw where they are let go of without.
 */
export class SystemBlock implements Block {
  readonly address = newAddress();
  readonly signature: string;
  readonly #of: string;
  readonly #run: (...args: readonly never[]) => unknown;
  readonly #dropped: (() => void) | null;
  #calls = 0;
  #holders = 1;

  /**
   * @param of the owner of the block, for the report: the method that gets it
   * @param dropped the effect of a release without a call. Absent: it is an exception of Apple
   */
  constructor(
    of: string,
    signature: string,
    run: (...args: readonly never[]) => unknown,
    dropped: (() => void) | null = null,
  ) {
    this.#of = of;
    this.#dropped = dropped;
    this.signature = signature;
    this.#run = run;
    blocks.set(this.address, this);
  }

  get name(): string {
    return `The block of "${this.#of}"`;
  }

  get isCalled(): boolean {
    return this.#calls > 0;
  }

  call(args: readonly unknown[]): unknown {
    this.#calls++;
    if (this.#calls > 1) refuse(`${this.name} was called twice`);
    return this.#run(...(args as readonly never[]));
  }

  retain(): void {
    this.#holders++;
  }

  /** The method that made it also calls this when it has returned. */
  release(): void {
    this.#holders--;
    if (this.#holders < 0) refuse(`${this.name} was released more often than copied`);
    if (this.#holders > 0) return;
    blocks.delete(this.address);
    if (this.#calls > 0) return;
    if (this.#dropped !== null) this.#dropped();
    else note(`${this.name} was never called, and no object holds it any more`);
  }
}

/** Blocks of the system's that the app has copied and neither called nor released. */
export function copiedBlocks(): SystemBlock[] {
  return [...blocks.values()].filter((block) => block instanceof SystemBlock) as SystemBlock[];
}
