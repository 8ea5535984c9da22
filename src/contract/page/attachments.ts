// How the bytes of a call or reply leave its JSON, and come back to their places. The bridge, the
// isolation frame and the app thread all do it here: a path comes from a page, and must never lead
// to an object that others share.

/** The keys that lead to a place. */
export type Path = readonly (string | number)[];

/** Bytes, and where they were. */
export interface ExtractedBytes {
  readonly path: Path;
  readonly bytes: Uint8Array;
  /** The text that they are, in UTF-8. */
  readonly text?: string;
}

/** What leaves the JSON: the bytes that a value stands for, if it does. */
export interface Extractable {
  readonly bytesOf: (value: object) => Uint8Array | null;
  /** Absent: texts stay where they are. */
  readonly textBytesOf?: (text: string) => Uint8Array | null;
}

// In a page everything can be replaced later, and a setter on `Array.prototype` sees what is put
// into a list.
const { isArray } = Array;
const { getPrototypeOf, hasOwn, keys, prototype: plainPrototype, setPrototypeOf } = Object;
const { isSafeInteger } = Number;
const OwnMap = Map;
const OwnSet = Set;

/**
 * A list that inherits nothing: it has no methods, and putting something into it runs no code of a
 * page.
 */
export function bareList<T>(): T[] {
  return setPrototypeOf([], null) as T[];
}

/**
 * A copy of `value` with all bytes taken out, maps as objects and sets as lists; `value` itself,
 * untouched, when it holds none. What has `toJSON` is left to it.
 *
 * @param taken a bare list, which gets them
 */
export function extractBytes(
  value: unknown,
  takeable: Extractable,
  taken: ExtractedBytes[],
): unknown {
  return take(value, takeable, taken, bareList());
}

// One path for all that is on the way: with one for each step, a value that holds itself would take
// seconds to be refused.
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
  // What is written for it is only known when it has been asked, and holds no place of this.
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
 * What stands for a map, by its keys as text, or for a set; any other object stands for itself.
 * They are asked by methods of their own: a library that watches one has a proxy in its place,
 * which is no map for those of all maps.
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

/** Whether something that came from elsewhere is a path. */
export function isPath(value: unknown): value is Path {
  if (!isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    const key: unknown = value[index];
    if (typeof key !== "string" && !(isSafeInteger(key) && (key as number) >= 0)) return false;
  }
  return true;
}

/**
 * Puts bytes, or their text, back to where they were taken from, in a value that is fresh from the
 * parser. Only own keys lead there, and only the `null` that was left in their place is replaced.
 *
 * @returns whether there is such a place
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
