import { read, type Pointer } from "bun:ffi";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Address, Memory } from "../../ffi/signature.ts";
import { Blocks, type BlockRuntime } from "./block-memory.ts";
import { Calls } from "./calls.ts";
import { encode, type EncodingNames } from "./encoding.ts";
import { invoke } from "./invocation.ts";
import type { Processor } from "./lowering.ts";
import type { ClassDefinition, ObjectiveC, OwnBlock } from "./runtime.ts";
import { lettersOf } from "./signature.ts";
import { isStruct } from "./struct-values.ts";

/** The C functions of a runtime. */
export interface RuntimeFunctions extends BlockRuntime {
  /** Its spelling of types. */
  readonly names: EncodingNames;
  load(): void;
  /** Undefined for an unknown class. */
  classNamed(name: string): Address | null;
  selectorNamed(name: string): Address;
  nameOf(selector: Address): string;
  /**
   * The function that sends a message, or that implements it: its first arguments are the receiver
   * and the selector.
   */
  sender(receiver: Address, selector: Address): Address;
  /** The function that calls the base class, and its receiver argument. */
  baseSender(
    receiver: Address,
    ownClass: Address,
    selector: Address,
  ): { readonly address: Address; readonly receiver: Memory };
  /** Undefined if the name is taken. */
  allocateClass(base: Address, name: string): Address | null;
  /** Whether the method was added. */
  addMethod(own: Address, selector: string, run: Address, types: string): boolean;
  addProtocol(own: Address, name: string): void;
  registerClass(own: Address): void;
  symbol(name: string): Address;
  pushPool(): Address;
  popPool(pool: Address): void;
}

// The object and the selector, which C passes before a method's arguments.
const BEFORE = 2;

/** A runtime that is called through its C functions, on the main thread. */
export class CalledRuntime implements ObjectiveC {
  readonly #functions: RuntimeFunctions;
  readonly #classes = new Map<string, Address>();
  readonly #selectors = new Map<string, Address>();
  readonly #symbols = new Map<string, Address>();
  readonly #calls: Calls;
  readonly #blocks: Blocks;

  constructor(processor: Processor, functions: RuntimeFunctions) {
    this.#functions = functions;
    this.#calls = new Calls(processor, {
      named: (name) => this.#selector(name),
      nameOf: (selector) => functions.nameOf(selector),
    });
    this.#blocks = new Blocks(this.#calls, functions);
  }

  load(): void {
    this.#functions.load();
  }

  classNamed(name: string): Address {
    const found = this.#classNamed(name);
    if (found === null)
      throw new FrameworkError(
        "unavailable",
        `Cannot find class "${name}": want macOS 13 or newer`,
      );
    return found;
  }

  hasClass(name: string): boolean {
    return this.#classNamed(name) !== null;
  }

  send(receiver: Address, selector: string, signature: string, args: readonly unknown[]): unknown {
    if (isStruct(lettersOf(signature).result))
      return invoke(this, this.classNamed("NSInvocation"), { receiver, selector, signature, args });
    const named = this.#selector(selector);
    return this.#calls.call(
      this.#functions.sender(receiver, named),
      [receiver, named],
      signature,
      args,
    );
  }

  sendToBase(
    receiver: Address,
    ownClass: string,
    selector: string,
    signature: string,
    args: readonly unknown[],
  ): unknown {
    const named = this.#selector(selector);
    const sender = this.#functions.baseSender(receiver, this.classNamed(ownClass), named);
    return this.#calls.call(sender.address, [sender.receiver, named], signature, args);
  }

  define({ name, base, protocols, methods }: ClassDefinition): Address {
    const own = this.#functions.allocateClass(this.classNamed(base), name);
    if (own === null) throw new Error(`Cannot make class "${name}": another one has the name`);
    for (const [selector, { signature, run }] of Object.entries(methods)) {
      const called = this.#calls.callback(BEFORE, signature, ([self], args) =>
        run(self as Address, args),
      );
      if (
        !this.#functions.addMethod(own, selector, called, encode(signature, this.#functions.names))
      )
        throw new Error(`Cannot make class "${name}": it did not take "${selector}"`);
    }
    for (const protocol of protocols) this.#functions.addProtocol(own, protocol);
    this.#functions.registerClass(own);
    this.#classes.set(name, own);
    return own;
  }

  block(signature: string, run: (args: readonly unknown[]) => unknown): OwnBlock {
    return this.#blocks.make(signature, run);
  }

  callBlock(block: Address, signature: string, args: readonly unknown[]): unknown {
    return this.#blocks.call(block, signature, args);
  }

  copyBlock(block: Address): Address {
    return this.#functions.copyBlock(block);
  }

  releaseBlock(block: Address): void {
    this.#functions.releaseBlock(block);
  }

  symbol(name: string): Address {
    let address = this.#symbols.get(name);
    if (address === undefined) {
      address = this.#functions.symbol(name);
      this.#symbols.set(name, address);
    }
    return address;
  }

  constant(name: string): Address {
    return read.ptr(this.symbol(name) as Pointer);
  }

  pushPool(): Address {
    return this.#functions.pushPool();
  }

  popPool(pool: Address): void {
    this.#functions.popPool(pool);
  }

  #classNamed(name: string): Address | null {
    let address = this.#classes.get(name) ?? null;
    if (address === null) {
      address = this.#functions.classNamed(name);
      if (address !== null) this.#classes.set(name, address);
    }
    return address;
  }

  #selector(name: string): Address {
    let address = this.#selectors.get(name);
    if (address === undefined) {
      address = this.#functions.selectorNamed(name);
      this.#selectors.set(name, address);
    }
    return address;
  }
}
