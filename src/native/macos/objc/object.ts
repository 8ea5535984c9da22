import type { Address } from "../../ffi/signature.ts";
import { runtime } from "./runtime.ts";
import type { ArgumentsOf, Id, Identified, ResultOf } from "./signature.ts";

// Names of classes and selectors are Apple's, so its reference is the documentation. Ownership
// follows Cocoa's rule: results of `init…`, `new`, `copy…` and `mutableCopy…` are ours to release,
// and so are `Owned` objects, which are `using` or a field of something disposed; everything else
// is borrowed, and lives as long as the surrounding pool or its owner.

export type Methods = Readonly<Record<string, string>>;

type Initializer<M extends Methods> = Extract<keyof M, `init` | `init${Capital}${string}`>;
type Capital =
  | "A"
  | "B"
  | "C"
  | "D"
  | "E"
  | "F"
  | "G"
  | "H"
  | "I"
  | "J"
  | "K"
  | "L"
  | "M"
  | "N"
  | "O"
  | "P"
  | "Q"
  | "R"
  | "S"
  | "T"
  | "U"
  | "V"
  | "W"
  | "X"
  | "Y"
  | "Z";
type Copying<M extends Methods> = Extract<keyof M, `copy` | `mutableCopy` | `copyWithZone:`>;

/** A borrowed object with the methods of its class. */
export class ObjcObject<M extends Methods> implements Identified {
  readonly address: Address;
  protected readonly methods: M;

  constructor(address: Address, methods: M) {
    this.address = address;
    this.methods = methods;
  }

  /** Sends a message: `window.send("setTitle:", title)`. */
  send<S extends Exclude<keyof M & string, Initializer<M> | Copying<M>>>(
    selector: S,
    ...args: ArgumentsOf<M[S]>
  ): ResultOf<M[S]> {
    return sendTo(this.address, selector, this.methods[selector] as string, args) as ResultOf<M[S]>;
  }

  /** Sends a message that creates a copy, which is ours. */
  copied<S extends Copying<M> & string>(selector: S, ...args: ArgumentsOf<M[S]>): Owned<M> {
    return new Owned(
      sendTo(this.address, selector, this.methods[selector] as string, args) as Address,
      this.methods,
    );
  }

  /** Whether this system's version implements the selector. */
  respondsTo(selector: keyof M & string): boolean {
    return runtime().send(this.address, "respondsToSelector:", ":>B", [selector]) as boolean;
  }

  /** Retains the object until the result is disposed of. */
  retain(): Owned<M> {
    runtime().send(this.address, "retain", ">@", []);
    return new Owned(this.address, this.methods);
  }
}

/** An object that is retained until it is disposed of. */
export class Owned<M extends Methods> extends ObjcObject<M> implements Disposable {
  #isReleased = false;

  /** Releases the object; a second call has no effect. */
  [Symbol.dispose](): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    runtime().send(this.address, "release", ">v", []);
  }
}

/** The declaration of a class. */
interface Declaration<I extends Methods, C extends Methods> {
  /** The methods of its objects. */
  readonly instance: I;
  /** The methods of the class itself. */
  readonly class: C;
}

/** The used part of a system class. */
export class ObjcClass<I extends Methods, C extends Methods> implements Identified {
  readonly name: string;
  readonly instance: I;
  readonly class: C;

  constructor(name: string, declaration: Declaration<I, C>) {
    this.name = name;
    this.instance = declaration.instance;
    this.class = declaration.class;
  }

  get address(): Address {
    return runtime().classNamed(this.name);
  }

  /** Whether this system's version has it. */
  get isThere(): boolean {
    return runtime().hasClass(this.name);
  }

  /** Sends a message to the class itself: `NSScreen.send("screens")`. */
  send<S extends keyof C & string>(selector: S, ...args: ArgumentsOf<C[S]>): ResultOf<C[S]> {
    return sendTo(this.address, selector, this.class[selector] as string, args) as ResultOf<C[S]>;
  }

  /** The object at an address that a call or a callback passes without ownership. */
  at(address: Address): ObjcObject<I> {
    return new ObjcObject(address, this.instance);
  }

  /**
   * A new object, which is ours: `NSMenu.make("initWithTitle:", title)`. Throws when its
   * initialization fails.
   */
  make<S extends Initializer<I> & string>(selector: S, ...args: ArgumentsOf<I[S]>): Owned<I> {
    const space = runtime().send(this.address, "alloc", ">@", []) as Address;
    const address = sendTo(
      space,
      selector,
      this.instance[selector] as string,
      args,
    ) as Address | null;
    if (address === null || address === 0)
      throw new Error(`Cannot make ${this.name}: "${selector}" gave nil`);
    return new Owned(address, this.instance);
  }
}

/** Declares a class by its called methods, including those of its base classes. */
export function objcClass<const I extends Methods, const C extends Methods = {}>(
  name: string,
  instance: I,
  ofClass: C = {} as C,
): ObjcClass<I, C> {
  return new ObjcClass(name, { instance, class: ofClass });
}

/** An object type by its class. */
export type ObjectOf<T> = T extends ObjcClass<infer I, infer _C> ? ObjcObject<I> : never;
/** An owned object type by its class. */
export type OwnedOf<T> = T extends ObjcClass<infer I, infer _C> ? Owned<I> : never;

/** The address of an object; `null` for nil. */
export function addressOf(object: Id | null): Address | null {
  return typeof object === "object" && object !== null ? object.address : object;
}

/** Sends any message with any arguments, in the runtime's form. */
export function sendTo(
  receiver: Address,
  selector: string,
  signature: string,
  args: readonly unknown[],
): unknown {
  return runtime().send(receiver, selector, signature, plainArguments(args));
}

/** Arguments with addresses in place of objects. */
export function plainArguments(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => (isIdentified(arg) ? arg.address : arg));
}

const isIdentified = (arg: unknown): arg is Identified =>
  typeof arg === "object" && arg !== null && "address" in arg && !ArrayBuffer.isView(arg);
