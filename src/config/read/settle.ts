import type { Field, Json, Shape } from "../fields/field.ts";

/** The value of an absent field. */
export function absentValue(field: Field): Json {
  if (field.default === undefined) return placeholder(field.shape);
  return settle(field.shape, field.options.whenAbsent ?? field.default);
}

/** Fills the defaults into a value of the field tables themselves. */
function settle(shape: Shape, value: Json): Json {
  if (shape.kind === "later") return settle(shape.shape(), value);
  if (shape.kind === "variants") {
    const tag = isObject(value) ? value[shape.tag] : undefined;
    const variant = typeof tag === "string" ? shape.variants[tag] : undefined;
    return variant === undefined ? value : settle(variant, value);
  }
  if (shape.kind !== "record" || !isObject(value)) return value;
  const settled: Record<string, Json> = {};
  for (const [key, field] of Object.entries(shape.fields)) {
    if (field.options.dropped === true) continue;
    const given = value[key];
    settled[key] = given === undefined ? absentValue(field) : settle(field.shape, given);
  }
  return settled;
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces a missing or wrong value, so that the checks across fields can continue. */
export function placeholder(shape: Shape): Json {
  switch (shape.kind) {
    case "boolean":
      return false;
    case "number":
      return shape.minimum ?? 0;
    case "text":
    case "choice":
      return "";
    case "list":
      return [];
    case "map":
      return {};
    case "record":
      return settle(shape, {});
    case "variants":
      return settle(shape, { [shape.tag]: Object.keys(shape.variants)[0] ?? "" });
    case "either":
      return placeholder(
        shape.text ?? shape.boolean ?? shape.list ?? shape.object ?? { kind: "any" },
      );
    case "later":
      return placeholder(shape.shape());
    case "any":
      return null;
  }
}
