import { baseOf, entryOf, ownMethod, type AnyClass } from "./classes.ts";
import { classMethod, facts, instanceMethod, protocolMethod, type MethodFacts } from "./facts.ts";

/** The name that the facts have for a class, or for the nearest base of one of the app's. */
export function factsName(behaviour: AnyClass): string {
  for (let next: AnyClass | null = behaviour; next !== null; next = baseOf(next)) {
    const { name, own } = entryOf(next);
    if (own === null) return name;
  }
  return "NSObject";
}

/** The facts about a method of an object, by its class. */
export function methodOf(behaviour: AnyClass, selector: string): MethodFacts | undefined {
  const own = ownMethod(behaviour, selector);
  if (own !== undefined) return { signature: own.signature };
  const name = factsName(behaviour);
  // An object of the stand-in's own is known by a protocol, as `NSDraggingInfo`.
  return name in facts.protocols
    ? (protocolMethod(name, selector) ?? instanceMethod("NSObject", selector))
    : instanceMethod(name, selector);
}

/** The facts about a method of a class itself. */
export function classMethodOf(name: string, selector: string): MethodFacts | undefined {
  // The binding leaves it out.
  if (selector === "alloc") return { signature: ">@", isOwned: true };
  return classMethod(name in facts.protocols ? "NSObject" : name, selector);
}

/** The facts about a method of one of several protocols. */
export function promised(protocols: readonly string[], selector: string): MethodFacts | undefined {
  return protocols
    .map((name) => protocolMethod(name, selector))
    .find((found) => found !== undefined);
}

/** The required methods of a protocol, and of the protocols that it extends. */
export function requiredMethods(name: string): string[] {
  const known = facts.protocols[name];
  if (known === undefined || name === "NSObject") return [];
  const own = Object.entries(known.instance).filter(([, { isOptional = false }]) => !isOptional);
  return [...own.map(([selector]) => selector), ...known.bases.flatMap(requiredMethods)];
}
