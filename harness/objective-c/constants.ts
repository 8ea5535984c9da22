import { facts } from "./facts.ts";
import { NSString } from "./foundation/ns-string.ts";
import type { NSObject } from "./ns-object.ts";
import { refuse } from "./violations.ts";

const values = new Map<string, () => NSObject>();
const made = new Map<string, NSObject>();

/**
 * Registers the values of exported constants, except strings with their own names. They live for
 * ever.
 */
export function defineConstants(constants: Readonly<Record<string, () => NSObject>>): void {
  for (const [name, make] of Object.entries(constants)) values.set(name, make);
}

/** The object that an exported constant holds. */
export function constantNamed(name: string): NSObject {
  const there = made.get(name);
  if (there !== undefined) return there;
  if (!(name in facts.constants) && !values.has(name))
    refuse(`No framework exports the constant "${name}"`);
  const object = values.get(name)?.() ?? NSString.of(name);
  object.kept++;
  made.set(name, object);
  return object;
}
