import type { Description, Shape } from "./gir.ts";

const shapesOf: Readonly<Record<string, readonly Shape[]>> = {
  v: ["nothing"],
  b: ["boolean"],
  // Flags and enumerations take the same place; toolkits mix them.
  i: ["int", "boolean", "unsigned"],
  u: ["unsigned", "int"],
  l: ["long"],
  L: ["unsigned long"],
  y: ["byte"],
  h: ["short"],
  d: ["double"],
  // `user_data`, where a number of ours travels, and text that is handled as bytes.
  p: ["pointer", "string"],
  n: ["pointer", "string"],
  s: ["string"],
  m: ["string"],
};

/** The fault of a declared signature. Empty if it agrees with the description. */
export function disagreements(signature: string, description: Description): string[] {
  const [args = "", result = ""] = signature.split(">");
  if (args.length !== description.args.length) {
    return [`declares ${args.length} arguments, there are ${description.args.length}`];
  }
  const wrong = args.split("").flatMap((letter, index) => {
    const shape = description.args[index];
    return shape !== undefined && shapesOf[letter]?.includes(shape) === true
      ? []
      : [`argument ${index + 1} is declared "${letter}", it is ${shape}`];
  });
  if (shapesOf[result]?.includes(description.result) !== true) {
    wrong.push(`the result is declared "${result}", it is ${description.result}`);
  } else if (description.nullable && (result === "p" || result === "s")) {
    wrong.push(`the result is declared "${result}", it may be NULL`);
  }
  return wrong;
}
