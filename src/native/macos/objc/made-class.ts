import type { Address } from "../../ffi/signature.ts";
import type { Calls } from "./calls.ts";
import type { ClassDefinition } from "./runtime.ts";

/** How a runtime makes a class. */
export interface ClassMaking {
  /** Nothing where a class has the name. */
  allocate(name: string): Address | null;
  /** Whether it took the method. */
  addMethod(own: Address, selector: string, signature: string, run: Address): boolean;
  addProtocol(own: Address, name: string): void;
  register(own: Address): void;
}

// The object and the selector, which C gives a method before its arguments.
const BEFORE = 2;

/** Makes a class of ours, for as long as the process lives. */
export function makeClass(definition: ClassDefinition, calls: Calls, making: ClassMaking): Address {
  const { name, protocols, methods } = definition;
  const own = making.allocate(name);
  if (own === null) throw new Error(`Cannot make class "${name}": another one has the name`);
  for (const [selector, { signature, run }] of Object.entries(methods)) {
    const called = calls.callback(BEFORE, signature, ([self], args) => run(self as Address, args));
    if (!making.addMethod(own, selector, signature, called))
      throw new Error(`Cannot make class "${name}": it did not take "${selector}"`);
  }
  for (const protocol of protocols) making.addProtocol(own, protocol);
  making.register(own);
  return own;
}
