// Takes the bytes of a call or reply out of its JSON, and puts them back. The bridge, the isolation
// frame and the app thread all use this module: a path comes from a page, and must never lead to a
// shared object.

/** The keys that lead to a position. */
export type Path = readonly (string | number)[];

/** Bytes, and their positions. */
export interface ExtractedBytes {
  readonly path: Path;
  readonly bytes: Uint8Array;
  /** The text that the bytes encode, in UTF-8. */
  readonly text?: string;
}

/** Selects the values that leave the JSON: returns the bytes of a value, if it has any. */
export interface Extractable {
  readonly bytesOf: (value: object) => Uint8Array | null;
  /** Absent: texts stay where they are. */
  readonly textBytesOf?: (text: string) => Uint8Array | null;
}

// Page code can replace every built-in later, and a setter on `Array.prototype` sees the values
// that are put into a list.
const { isArray } = Array;
const { getPrototypeOf, hasOwn, keys, prototype: plainPrototype, setPrototypeOf } = Object;
const { isSafeInteger } = Number;
const OwnMap = Map;
const OwnSet = Set;

/** A list that inherits nothing: it has no methods, and adding to it runs no code of a page. */
export function bareList<T>(): T[] {
  return setPrototypeOf([], null) as T[];
}

/**
 * A copy of `value` with all bytes taken out, maps as objects and sets as lists; `value` itself,
 * untouched, when it holds none. Values with `toJSON` are left unchanged.
 *
 * @param taken a bare list that receives the bytes
 */
export function extractBytes(
  value: unknown,
  takeable: Extractable,
  taken: ExtractedBytes[],
): unknown {
  return take(value, takeable, taken, bareList());
}

// One mutable path for the whole walk: with a copy for each step, a cyclic value would take seconds
// to be rejected.
function take(
  value: unknown,
  takeable: Extractable,
  taken: ExtractedBytes[],
  path: (string | number)[],
): unknown {
  if (typeof value === "string") {
    const text = takeable.textBytesOf?.(value) ?? null;
    if (text === null) return value;
    taken[taken.length] = { path: copied(path), bytes: text, text: value };
    return null;
  }
  if (typeof value !== "object" || value === null) return value;
  const bytes = takeable.bytesOf(value);
  if (bytes !== null) {
    taken[taken.length] = { path: copied(path), bytes };
    return null;
  }
  const depth = path.length;
  if (isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      path[depth] = index;
      const item = take(value[index], takeable, taken, path);
      if (item !== value[index]) (copy ??= copied(value))[index] = item;
    }
    path.length = depth;
    return copy ?? value;
  }
  const holder = value as Record<string, unknown>;
  const prototype: unknown = getPrototypeOf(holder);
  const isPlain = prototype === plainPrototype || prototype === null;
  // The result of `toJSON` is known only after the call, and contains no position of this path.
  if ((!isPlain || hasOwn(holder, "toJSON")) && typeof holder["toJSON"] === "function")
    return value;
  const plain = isPlain ? holder : plainOf(holder);
  if (plain !== holder) return take(plain, takeable, taken, path);
  let copy: Record<string, unknown> | undefined;
  const names = keys(holder);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    path[depth] = name;
    const item = take(holder[name], takeable, taken, path);
    if (item !== holder[name]) (copy ??= { ...holder })[name] = item;
  }
  path.length = depth;
  return copy ?? value;
}

/**
 * The JSON form of a map, by its keys as text, or of a set; any other object is returned unchanged.
 * The methods are read from the instance: a library that observes a map puts a proxy in its place,
 * on which `Map.prototype` methods throw.
 */
export function plainOf(value: object): object {
  if (value instanceof OwnMap) {
    // It inherits nothing, so that each key is its own.
    const object = setPrototypeOf({}, null) as Record<string, unknown>;
    value.forEach((item: unknown, key: unknown) => void (object[`${key as string}`] = item));
    return object;
  }
  if (!(value instanceof OwnSet)) return value;
  const list = bareList<unknown>();
  value.forEach((item: unknown) => void (list[list.length] = item));
  return list;
}

function copied<T>(list: readonly T[]): T[] {
  const copy = bareList<T>();
  for (let index = 0; index < list.length; index++) copy[index] = list[index] as T;
  return copy;
}

/** Whether an untrusted value is a path. */
export function isPath(value: unknown): value is Path {
  if (!isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    const key: unknown = value[index];
    if (typeof key !== "string" && !(isSafeInteger(key) && (key as number) >= 0)) return false;
  }
  return true;
}

/**
 * Puts bytes, or their text, back at their positions, in a value fresh from the parser. Follows own
 * keys only, and replaces only the `null` that marks the position.
 *
 * @returns whether the position exists
 */
export function insertBytes(
  root: { value: unknown },
  path: Path,
  bytes: Uint8Array | string,
): boolean {
  let holder: unknown = root;
  let last: string | number = "value";
  for (let index = 0; index < path.length; index++) {
    if (!isHolder(holder) || !hasOwn(holder, last)) return false;
    holder = holder[last];
    last = path[index] as string | number;
  }
  if (!isHolder(holder) || !hasOwn(holder, last) || holder[last] !== null) return false;
  holder[last] = bytes;
  return true;
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
