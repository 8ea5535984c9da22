import written from "./facts.json" with { type: "json" };

// The facts about the classes, protocols and selectors that are named here, from a public binding
// that was made from Apple's headers. `test/native/macos/bindings/update-facts.ts` writes it.

/** The facts about a method. */
export interface MethodFacts {
  /** As in `native/macos/objc/signature.ts`; "?" is a type that has no letter there. */
  readonly signature: string;
  /**
   * The signatures of the blocks among its arguments, by the argument's index. "result" for a block
   * that it returns.
   */
  readonly blocks?: Readonly<Record<string, string>>;
  /** Arguments that are no objects and may be nil all the same: blocks, selectors, pointers. */
  readonly nullable?: readonly number[];
  /** A class that adopts the protocol may leave it out. */
  readonly isOptional?: boolean;
  readonly isDeprecated?: boolean;
  /** The sender of the message owns its result. */
  readonly isOwned?: boolean;
}

type Methods = Readonly<Record<string, MethodFacts>>;

interface Answering {
  readonly instance: Methods;
  readonly class: Methods;
}

export interface ProtocolFacts extends Answering {
  /** The protocols that it holds. */
  readonly bases: readonly string[];
}

export interface ClassFacts extends Answering {
  readonly base: string | null;
  /** The protocols that it adopts itself, as far as they matter here. */
  readonly protocols: readonly string[];
  /** Its messages are sent on the main thread alone. */
  readonly isOnMainThread?: boolean;
}

export interface Facts {
  readonly classes: Readonly<Record<string, ClassFacts>>;
  readonly protocols: Readonly<Record<string, ProtocolFacts>>;
  /** Exported constants: the letter of the value of each. */
  readonly constants: Readonly<Record<string, string>>;
  /** The values of enumerations' cases, by C's names for them. */
  readonly values: Readonly<Record<string, number>>;
  /** Functions of C, with signatures as in `native/ffi/signature.ts`. */
  readonly functions: Readonly<Record<string, string>>;
}

export const facts: Facts = written;

/** The class and its bases, from the class on. */
export function* ancestry(name: string): Generator<ClassFacts> {
  for (let at: string | null = name; at !== null;) {
    const known: ClassFacts | undefined = facts.classes[at];
    if (known === undefined) return;
    yield known;
    at = known.base;
  }
}

/**
 * The method of a class's objects for a selector: its own, or that of a base or an adopted
 * protocol.
 */
export function instanceMethod(className: string, selector: string): MethodFacts | undefined {
  for (const known of ancestry(className)) {
    const found = known.instance[selector] ?? adopted(known.protocols, "instance", selector);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The method of a class itself. As for every class, the methods of objects of `NSObject` count,
 * too.
 */
export function classMethod(className: string, selector: string): MethodFacts | undefined {
  for (const known of ancestry(className)) {
    const found = known.class[selector] ?? adopted(known.protocols, "class", selector);
    if (found !== undefined) return found;
  }
  return instanceMethod("NSObject", selector);
}

/** A method of a protocol, or of one that it holds. */
export function protocolMethod(protocol: string, selector: string): MethodFacts | undefined {
  return adopted([protocol], "instance", selector);
}

function adopted(
  protocols: readonly string[],
  table: keyof Answering,
  selector: string,
): MethodFacts | undefined {
  for (const name of protocols) {
    const known = facts.protocols[name];
    const found = known?.[table][selector] ?? adopted(known?.bases ?? [], table, selector);
    if (found !== undefined) return found;
  }
  return undefined;
}
