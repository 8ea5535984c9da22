import type { Address } from "../../ffi/signature.ts";

/**
 * A class that is created at run time: methods by selector, with the signatures of `signature.ts`.
 */
export interface ClassDefinition {
  readonly name: string;
  readonly base: string;
  readonly protocols: readonly string[];
  readonly methods: Readonly<Record<string, RuntimeMethod>>;
}

export interface RuntimeMethod {
  readonly signature: string;
  /** Never throws: an error is reported, and the method returns 0. */
  readonly run: (self: Address, args: readonly unknown[]) => unknown;
}

/** A block of ours, until its disposal. It is called only on the main thread. */
export interface OwnBlock extends Disposable {
  readonly address: Address;
}

/**
 * The only place where sends leave TypeScript. `apple.ts` is Apple's runtime; tests on other
 * systems install a strict stand-in here, which knows the methods of each class.
 *
 * Arguments and results follow `signature.ts`, with objects as addresses.
 */
export interface ObjectiveC {
  /** Opens the frameworks. Throws if this system has none. */
  load(): void;
  /** Throws for a class that this system does not know. */
  classNamed(name: string): Address;
  /** Whether this system's version has the class. */
  hasClass(name: string): boolean;
  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown;
  /** The same through the base class of a class of ours. */
  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown;
  define(definition: ClassDefinition): Address;
  /**
   * A block of ours, until it is disposed of. A callee with a copy may call it later, without
   * effect.
   */
  block(signature: string, run: (args: readonly unknown[]) => unknown): OwnBlock;
  /** Calls a foreign block. */
  callBlock(block: Address, signature: string, args: readonly unknown[]): unknown;
  /**
   * A block argument of a method of ours, to be called after the method has returned; released by
   * `releaseBlock`.
   */
  copyBlock(block: Address): Address;
  releaseBlock(block: Address): void;
  /**
   * The address of an exported C function or variable. Throws for one that this system does not
   * have.
   */
  symbol(name: string): Address;
  /** The object of an exported constant, such as `NSPasteboardTypeString`. */
  constant(name: string): Address;
  pushPool(): Address;
  popPool(pool: Address): void;
}

let current: ObjectiveC | undefined;

/** The runtime that handles sends. */
export function runtime(): ObjectiveC {
  if (current === undefined) throw new Error("Cannot send: no Objective-C runtime was opened");
  return current;
}

/** Selects the runtime, once and before the first send. */
export function useRuntime(chosen: ObjectiveC): void {
  current = chosen;
}
