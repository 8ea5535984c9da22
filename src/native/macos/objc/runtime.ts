import type { Address } from "../../ffi/signature.ts";

/** A class that is made at run time: methods by selector, with the signatures of `signature.ts`. */
export interface ClassDefinition {
  readonly name: string;
  readonly base: string;
  readonly protocols: readonly string[];
  readonly methods: Readonly<Record<string, RuntimeMethod>>;
}

export interface RuntimeMethod {
  readonly signature: string;
  /** Never throws: what goes wrong is reported, and the method gives 0. */
  readonly run: (self: Address, args: readonly unknown[]) => unknown;
}

/**
 * A block of ours, for as long as calls of it mean something. It is called on the main thread
 * alone.
 */
export interface OwnBlock extends Disposable {
  readonly address: Address;
}

/**
 * THE ONE PLACE where sends leave TypeScript. `apple.ts` is Apple's runtime; tests on other systems
 * put a strict stand-in here, which knows what each class answers to.
 *
 * Arguments and results are as `signature.ts` says, with objects by their addresses alone.
 */
export interface ObjectiveC {
  /** Opens the frameworks. Throws where this system has none. */
  load(): void;
  /** Throws for a class that this system does not know. */
  classNamed(name: string): Address;
  /** Whether this system's version has the class. */
  hasClass(name: string): boolean;
  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown;
  /** The same, as the base of a class of ours does it. */
  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown;
  define(definition: ClassDefinition): Address;
  /**
   * A block of ours, until it is disposed of. A callee that has kept a copy may call it later, and
   * nothing happens.
   */
  block(signature: string, run: (args: readonly unknown[]) => unknown): OwnBlock;
  /** Calls a block of somebody else's. */
  callBlock(block: Address, signature: string, args: readonly unknown[]): unknown;
  /**
   * A block that was given to a method of ours, to be called after it has returned; let go of by
   * `releaseBlock`.
   */
  copyBlock(block: Address): Address;
  releaseBlock(block: Address): void;
  /** Where an exported C function or variable is. Throws for one that this system does not have. */
  symbol(name: string): Address;
  /** The object that an exported constant holds, as `NSPasteboardTypeString`. */
  constant(name: string): Address;
  pushPool(): Address;
  popPool(pool: Address): void;
}

let current: ObjectiveC | undefined;

/** The runtime that sends go to. */
export function runtime(): ObjectiveC {
  if (current === undefined) throw new Error("Cannot send: no Objective-C runtime was opened");
  return current;
}

/** Says which runtime sends go to, once and before the first of them. */
export function useRuntime(chosen: ObjectiveC): void {
  current = chosen;
}
