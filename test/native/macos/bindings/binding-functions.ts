import type { NativeTypes } from "./binding-types.ts";
import { balanced, bodiesOf, splitTop, withoutSpaces } from "./rust-text.ts";

/**
 * The letters of `native/ffi/signature.ts` for types that methods spell in another way. A point
 * travels as its two numbers.
 */
const letters: Readonly<Record<string, string>> = {
  v: "v",
  i: "i",
  I: "u",
  q: "l",
  Q: "L",
  L: "L",
  H: "h",
  d: "d",
  P: "dd",
  S: "dd",
};

/** Core Foundation's own names for numbers. */
const named: Readonly<Record<string, string>> = { CFIndex: "l", Boolean: "y" };

/**
 * Every function of C that a source of the binding declares, with its signature; "?" is a type that
 * has no letter.
 */
export function functionsOf(source: string, types: NativeTypes): Map<string, string> {
  const letter = (type: string, place: "argument" | "result"): string => {
    const number = named[type];
    if (number !== undefined) return number;
    const ofMethods = types.letter(type, place);
    if (ofMethods === "s") return types.isNullable(type) ? "m" : "s";
    if ("p@nb#:".includes(ofMethods)) return types.isNullable(type) ? "n" : "p";
    return letters[ofMethods] ?? "?";
  };
  return new Map(
    Array.from(bodiesOf(source, /extern "C(?:-unwind)?" \{/g)).flatMap((body) =>
      Array.from(body.matchAll(/\bfn (\w+)\(/g), (match): [string, string] => {
        const [head, name = ""] = match;
        const params = balanced(body, match.index + head.length);
        const rest = body.slice(match.index + head.length + params.length + 1);
        const result = /^\s*->\s*([^;]*);/.exec(rest)?.[1] ?? "()";
        const given = splitTop(withoutSpaces(params)).map((param) =>
          letter(param.slice(param.indexOf(":") + 1), "argument"),
        );
        return [name, `${given.join("")}>${letter(withoutSpaces(result), "result")}`];
      }),
    ),
  );
}
