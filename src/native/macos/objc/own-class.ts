import { guard } from "../../guard.ts";
import type { Address } from "../../ffi/signature.ts";
import { addressOf, Owned, plainArguments, sendTo, type Methods } from "./object.ts";
import { runtime } from "./runtime.ts";
import type { ArgumentsOf, GivenBy, GivenTo, Id, ResultOf } from "./signature.ts";

/** A method of ours: its first argument is the object's `self` value here. */
export interface OwnMethod<T> {
  readonly signature: string;
  readonly run: (self: T, args: readonly never[], object: Address) => unknown;
}

/**
 * The definition of a class of ours. `T` is the `self` value of each object: a window, a view, a
 * dialog.
 */
export interface OwnClassDefinition<T> {
  /** A name that no system framework has. */
  readonly name: string;
  readonly base?: string;
  readonly protocols?: readonly string[];
  readonly methods: Readonly<Record<string, OwnMethod<T>>>;
}

/**
 * Declares a method of ours: `method("@>B", (window, sender) => true)`. The object itself comes
 * last, for `sendToBase`. An exception in it is reported, and returns 0.
 */
export function methodOf<T>() {
  return <const S extends string>(
    signature: S,
    run: (self: T, ...args: [...GivenTo<S>, object: Address]) => GivenBy<S>,
  ): OwnMethod<T> => ({
    signature,
    run: (self, args, object) => {
      const given = run(self, ...(args as unknown as GivenTo<S>), object);
      return typeof given === "object" && given !== null && "address" in given
        ? addressOf(given as unknown as Id)
        : given;
    },
  });
}

/**
 * A class of ours, created with its first object. Exported, for `test/native/macos` to compare it
 * with its bases.
 */
export class OwnClass<T> {
  readonly definition: OwnClassDefinition<T>;
  readonly #selves = new Map<Address, T>();
  #address: Address | undefined;

  constructor(definition: OwnClassDefinition<T>) {
    this.definition = definition;
  }

  get name(): string {
    return this.definition.name;
  }

  /** A new object for `self`, until it is disposed of. */
  make(self: T): OwnObject<{}> {
    return this.makeBy(self, "init", ">@", []);
  }

  /** The same, by an initializer of its base. */
  makeBy<const S extends string, const M extends Methods = {}>(
    self: T,
    selector: string,
    signature: S,
    args: ArgumentsOf<S>,
    methods: M = {} as M,
  ): OwnObject<M> {
    const space = runtime().send(this.#made(), "alloc", ">@", []) as Address;
    // Initializers already send messages to the object.
    this.#selves.set(space, self);
    const address = sendTo(space, selector, signature, args) as Address | null;
    if (address !== space) this.#selves.delete(space);
    if (address === null || address === 0)
      throw new Error(`Cannot make ${this.name}: "${selector}" gave nil`);
    this.#selves.set(address, self);
    return new OwnObject(address, methods, () => this.#selves.delete(address));
  }

  /** Calls the base class's implementation of a message that a method of ours received. */
  sendToBase<const S extends string>(
    object: Address,
    selector: string,
    signature: S,
    ...args: ArgumentsOf<S>
  ): ResultOf<S> {
    return runtime().sendToBase(
      object,
      this.name,
      selector,
      signature,
      plainArguments(args),
    ) as ResultOf<S>;
  }

  #made(): Address {
    if (this.#address !== undefined) return this.#address;
    const { name, base = "NSObject", protocols = [], methods } = this.definition;
    const own = Object.entries(methods).map(([selector, { signature, run }]) => [
      selector,
      {
        signature,
        run: guard((object: Address, args: readonly unknown[]) => {
          const self = this.#selves.get(object);
          // The system may still send messages to a released object.
          return self === undefined ? 0 : run(self, args as readonly never[], object);
        }),
      },
    ]);
    return (this.#address = runtime().define({
      name,
      base,
      protocols,
      methods: Object.fromEntries(own),
    }));
  }
}

/** An object of a class of ours. */
export class OwnObject<M extends Methods> extends Owned<M> {
  readonly #forget: () => void;

  constructor(address: Address, methods: M, forget: () => void) {
    super(address, methods);
    this.#forget = forget;
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    this.#forget();
  }
}
