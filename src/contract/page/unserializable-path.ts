import { bareList, plainOf, type Extractable } from "./attachments.ts";

// Why a value cannot be handed over, for who has to find it in there: JSON's own words name no
// place.

const { keys } = Object;
const { apply, get } = Reflect;
const OwnSet = Set;
const has = get(Set.prototype, "has");
const add = get(Set.prototype, "add");
const remove = get(Set.prototype, "delete");

/**
 * Deeper no engine writes JSON. A value that makes more of itself each time it is asked has no end.
 */
const deepest = 100_000;

/** An object on the way to where the walk is. */
interface Level {
  readonly value: object;
  /** What stands for it. */
  readonly plain: object;
  readonly names: readonly string[];
  /** How many of these have been looked at. */
  done: number;
}

/**
 * What is wrong, and where: `"list.0.id" is a BigInt`. To be asked once `takeBytes` or
 * `JSON.stringify` has failed: it goes their way through the value, to what they failed for.
 *
 * @param whole what the value itself is called
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
    // Nothing of it is wrong by itself.
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

/** What JSON has for it; `null` for bytes, which it need not write. */
function written(holder: object, name: string, bytesOf: Extractable["bytesOf"]): unknown {
  const value = (holder as Record<string, unknown>)[name];
  if (typeof value === "object" && value !== null && bytesOf(value) !== null) return null;
  const toJson = (value as { readonly toJSON?: unknown } | null | undefined)?.toJSON;
  return typeof toJson === "function" ? apply(toJson, value, [name]) : value;
}
