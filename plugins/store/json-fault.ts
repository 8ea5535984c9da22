/**
 * The part of a value that JSON would silently change, as a phrase: `holds a function at "user.f"`;
 * `null`: there is none. JSON may leave `undefined` out, and use `toJSON`.
 */
export function jsonFault(value: unknown): string | null {
  try {
    return faultIn(value, "", new Set());
  } catch {
    // A getter or `toJSON` threw, or it is nested too deep.
    return "cannot be read";
  }
}

function faultIn(given: unknown, place: string, above: Set<unknown>): string | null {
  const value = hasToJson(given) ? given.toJSON(place.slice(place.lastIndexOf(".") + 1)) : given;
  const kind = kindOf(value);
  if (kind !== null) return place === "" ? `is ${kind}` : `holds ${kind} at "${place}"`;
  if (typeof value !== "object" || value === null) return null;
  if (above.has(value)) return `holds itself at "${place}"`;
  above.add(value);
  for (const [name, part] of Object.entries(value)) {
    const fault = faultIn(part, place === "" ? name : `${place}.${name}`, above);
    if (fault !== null) return fault;
  }
  above.delete(value);
  return null;
}

function hasToJson(value: unknown): value is { toJSON(name: string): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === "function";
}

/** The kind of a value that JSON cannot hold; `null`: it can. */
function kindOf(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : `${value}`;
  if (typeof value === "object" && value !== null) {
    const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
    // JSON writes `new String("a")` as "a".
    return /^(?:Object|Array|String|Number|Boolean)$/.test(tag) ? null : `a value of type ${tag}`;
  }
  return /^(?:bigint|function|symbol)$/.test(typeof value) ? `a ${typeof value}` : null;
}
