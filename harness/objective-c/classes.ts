import type { Address } from "../../src/native/ffi/signature.ts";
import type { ClassDefinition, RuntimeMethod } from "../../src/native/macos/objc/runtime.ts";
import { newAddress } from "./addresses.ts";
import type { NSObject } from "./ns-object.ts";

export type AnyClass = typeof NSObject;

/**
 * A class by its name and its address. For a class that was not needed so far, only the facts are
 * known.
 */
export interface ClassEntry {
  readonly name: string;
  readonly address: Address;
  behaviour: AnyClass | null;
  /** The app's definition of it. */
  readonly own: ClassDefinition | null;
}

const byName = new Map<string, ClassEntry>();
const byAddress = new Map<Address, ClassEntry>();
const byBehaviour = new Map<AnyClass, ClassEntry>();

function add(name: string, behaviour: AnyClass | null, own: ClassDefinition | null): ClassEntry {
  const entry = { name, address: newAddress(), behaviour, own };
  byName.set(name, entry);
  byAddress.set(entry.address, entry);
  if (behaviour !== null) byBehaviour.set(behaviour, entry);
  return entry;
}

/** Makes classes known, by Apple's names. */
export function defineStandInClasses(classes: Readonly<Record<string, AnyClass>>): void {
  for (const [name, behaviour] of Object.entries(classes)) {
    if (byName.has(name)) throw new Error(`Cannot define "${name}": the stand-in has it`);
    add(name, behaviour, null);
  }
}

/** Makes a class of the app's. */
export function addOwnClass(definition: ClassDefinition, base: AnyClass): ClassEntry {
  return add(definition.name, class extends base {}, definition);
}

/** A class that was made known, or that the facts alone know. */
export function classNamed(name: string, isInFacts: boolean): ClassEntry | undefined {
  return byName.get(name) ?? (isInFacts ? add(name, null, null) : undefined);
}

export const classAt = (address: Address): ClassEntry | undefined => byAddress.get(address);

/** All that have a behaviour of the stand-in's own, by name. */
export function standInClasses(): ReadonlyMap<string, AnyClass> {
  return new Map(
    [...byName.values()].flatMap(({ name, behaviour, own }) =>
      behaviour === null || own !== null ? [] : [[name, behaviour] as const],
    ),
  );
}

export function entryOf(behaviour: AnyClass): ClassEntry {
  for (let next: AnyClass | null = behaviour; next !== null; next = baseOf(next)) {
    const entry = byBehaviour.get(next);
    if (entry !== undefined) return entry;
  }
  throw new Error(`Cannot find the class "${behaviour.name}": want it defined`);
}

export const nameOf = (behaviour: AnyClass): string => entryOf(behaviour).name;

/** The class that another one is based on. */
export function baseOf(behaviour: AnyClass): AnyClass | null {
  const base = Object.getPrototypeOf(behaviour) as AnyClass;
  return base === Function.prototype ? null : base;
}

export const isKind = (object: NSObject, kind: AnyClass): boolean => object instanceof kind;

/** The app's own method for a message to an object of a class. */
export function ownMethod(behaviour: AnyClass, selector: string): RuntimeMethod | undefined {
  for (let next: AnyClass | null = behaviour; next !== null; next = baseOf(next)) {
    const method = byBehaviour.get(next)?.own?.methods[selector];
    if (method !== undefined) return method;
  }
  return undefined;
}

type Behaviour = (...args: readonly unknown[]) => unknown;

/** The stand-in's method for a message to an object of a class, or to the class itself. */
export function behaviourOf(
  target: object,
  prefix: "-" | "+",
  selector: string,
): Behaviour | undefined {
  return (target as Readonly<Record<string, Behaviour | undefined>>)[prefix + selector];
}

export function respondsTo(object: NSObject, selector: string): boolean {
  return (
    ownMethod(object.constructor as AnyClass, selector) !== undefined ||
    behaviourOf(object, "-", selector) !== undefined
  );
}
