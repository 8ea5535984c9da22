import { functionAt, type Address, type NativeFunction } from "./signature.ts";

/** The functions of a library, by their C names. */
export type Library<T extends Readonly<Record<string, string>>> = {
  readonly [N in keyof T]: NativeFunction<T[N]>;
};

/** A library file, and its functions by name: their signatures and addresses. */
export interface Declaration {
  readonly file: string;
  readonly signatures: Readonly<Record<string, string>>;
  /** Throws if this system does not find the function. */
  readonly find: (name: string) => Address;
}

const declarations = new WeakMap<object, Declaration>();

/** The declaration of a library; undefined for any other object. */
export function declarationOf(library: object): Declaration | undefined {
  return declarations.get(library);
}

/** The address of a declared function, for C to call it. */
export function addressOfFunction<L extends object>(library: L, name: keyof L & string): Address {
  const declaration = declarations.get(library);
  if (declaration === undefined)
    throw new Error(`Cannot find "${name}": want a function of a declared library`);
  return declaration.find(name);
}

/**
 * Declares functions of a shared library. The library is opened at the first use, and each function
 * is looked up at its own first use.
 */
export function declare<const T extends Readonly<Record<string, string>>>(
  declaration: Declaration & { readonly signatures: T },
): Library<T> {
  const { signatures, find } = declaration;
  const functions = {};
  for (const [name, signature] of Object.entries(signatures)) {
    Object.defineProperty(functions, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value: unknown = functionAt(find(name), signature);
        Object.defineProperty(functions, name, { value, enumerable: true });
        return value;
      },
    });
  }
  declarations.set(functions, declaration);
  return functions as Library<T>;
}
