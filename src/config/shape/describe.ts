import type { Shape } from "../fields/field.ts";

/** The values that a shape admits, phrased to follow "must be". */
export function describe(shape: Shape): string {
  switch (shape.kind) {
    case "boolean":
      return "true or false";
    case "number":
      if (!shape.integer) return "a number";
      return shape.minimum === 0 ? "a whole number" : `a whole number from ${shape.minimum}`;
    case "text":
      return "a text";
    case "choice":
      return oneOf(Object.keys(shape.values).map((value) => JSON.stringify(value)));
    case "list":
      return shape.length === null
        ? `a list: each item ${describe(shape.item)}`
        : `a list of exactly ${shape.length} items`;
    case "map":
      return `an object: ${shape.keys} to ${describe(shape.value)}`;
    case "record":
      return `an object (${shape.name})`;
    case "later":
      return `an object (${shape.name})`;
    case "variants":
      return `an object with "${shape.tag}": ${oneOf(Object.keys(shape.variants).map((value) => JSON.stringify(value)))}`;
    case "either":
      return oneOf(
        // The list comes last: what follows its items would read as one of them.
        [shape.boolean, shape.text, shape.object, shape.list]
          .filter((one) => one !== undefined)
          .map(describe),
      );
    case "any":
      return "a value";
  }
}

/** `a, b or c`; long lists are truncated. */
export function oneOf(words: readonly string[]): string {
  if (words.length > 12) return `one of ${words.slice(0, 6).join(", ")} … (${words.length} in all)`;
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
