import { bareList, plainOf, type Extractable } from "./attachments.ts";

// Explains why a value cannot be serialized, and where the cause is: JSON's own errors name no
// position.

const { keys } = Object;
const { apply, get } = Reflect;
const OwnSet = Set;
const has = get(Set.prototype, "has");
const add = get(Set.prototype, "add");
const remove = get(Set.prototype, "delete");

/**
 * No engine writes deeper JSON. A value whose `toJSON` or getters keep creating new objects has no
 * end.
 */
const deepest = 100_000;

/** An object on the path of the walk. */
interface Level {
  readonly value: object;
  /** Its JSON form. */
  readonly plain: object;
  readonly names: readonly string[];
  /** The number of its entries that are checked. */
  done: number;
}

/**
 * The cause and its position: `"list.0.id" is a BigInt`. Call it after `takeBytes` or
 * `JSON.stringify` has failed: it repeats their walk through the value until the same failure.
 *
 * @param whole the name of the value itself
 */
export function unserializablePath(
  value: unknown,
  whole: string,
  { bytesOf }: Extractable,
): string {
  const levels = bareList<Level>();
  const open = new OwnSet<object>();
  let holder: object = { value };
  let name = "value";
  for (;;) {
    try {
      const part = written(holder, name, bytesOf);
      if (typeof part === "bigint") return `"${placeIn(levels, whole)}" is a BigInt`;
      if (typeof part === "object" && part !== null) {
        if (apply(has, open, [part])) return `"${placeIn(levels, whole)}" holds itself`;
        const plain = plainOf(part);
        levels[levels.length] = { value: part, plain, names: keys(plain), done: 0 };
        apply(add, open, [part]);
      }
    } catch {
      return `"${placeIn(levels, whole)}" cannot be read`;
    }
    let level = levels[levels.length - 1];
    while (level !== undefined && level.done === level.names.length) {
      apply(remove, open, [level.value]);
      levels.length -= 1;
      level = levels[levels.length - 1];
    }
    // No part of it is wrong by itself.
    if (level === undefined || levels.length > deepest)
      return `"${whole}" is nested too deep or too long`;
    holder = level.plain;
    name = level.names[level.done] as string;
    level.done += 1;
  }
}

function placeIn(levels: readonly Level[], whole: string): string {
  let place = "";
  for (let index = 0; index < levels.length; index++) {
    const { names, done } = levels[index] as Level;
    place += `${index === 0 ? "" : "."}${names[done - 1] as string}`;
  }
  return place === "" ? whole : place;
}

/** The JSON form of a property; `null` for bytes, which JSON need not hold. */
function written(holder: object, name: string, bytesOf: Extractable["bytesOf"]): unknown {
  const value = (holder as Record<string, unknown>)[name];
  if (typeof value === "object" && value !== null && bytesOf(value) !== null) return null;
  const toJson = (value as { readonly toJSON?: unknown } | null | undefined)?.toJSON;
  return typeof toJson === "function" ? apply(toJson, value, [name]) : value;
}
