// The built-ins that the injected scripts use, captured before any code of the page runs. A page
// may replace every function and add properties to every object later; it must only see its own
// values through them.
//
// The rules, for all code that handles a key:
// - a method is called by `method`, a value of an instance is read by `getter`, never by its name;
// - an object or a list that built-ins read is `bare`, so only its own properties are found;
// - no `for … of`, no spread of a list, no destructuring of one: each uses `Symbol.iterator`.

const bind = Reflect.get(Function.prototype, "bind") as (this: unknown, self: unknown) => unknown;
const call: unknown = Reflect.get(Function.prototype, "call");
const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Object;

const unbound = bind.call(bind, call) as (method: unknown) => never;

type Method<T> = T extends (...args: infer Args) => infer Result
  ? [Args, Result]
  : [never[], never];

/** A method as a function of its object. */
export function method<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
): (self: T, ...args: Method<T[Name]>[0]) => Method<T[Name]>[1] {
  return unbound(prototype[name]);
}

/** Reads a value that instances expose by a getter, as a function of its object. */
export function getter<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
): (self: T) => T[Name] {
  return unbound(accessor(prototype, name, "get"));
}

/** The same for a setter. */
export function setter<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
): (self: T, value: T[Name]) => void {
  return unbound(accessor(prototype, name, "set"));
}

function accessor(prototype: object, name: PropertyKey, kind: "get" | "set"): unknown {
  for (
    let holder: object | null = prototype;
    holder !== null;
    holder = getPrototypeOf(holder) as object | null
  ) {
    const found = getOwnPropertyDescriptor(holder, name);
    if (found !== undefined) return found[kind];
  }
  throw new Error(`Cannot take "${String(name)}": no prototype has it`);
}

/** The object, without a prototype. */
export function bare<T extends object>(value: T): T {
  return setPrototypeOf(value, null) as T;
}

const wait = method(Promise.prototype, "then") as unknown as (
  promise: Promise<unknown>,
  done: () => void,
  failed: () => void,
) => void;
const nothing = (): void => {};

/** For calls that may fail silently. */
export function ignoreFailure(promise: Promise<unknown>): void {
  wait(promise, nothing, nothing);
}
