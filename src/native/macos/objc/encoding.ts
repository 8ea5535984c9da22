import type { Processor } from "./lowering.ts";
import { lettersOf } from "./signature.ts";

/** Structs and truth values have other encodings in other runtimes than Apple's. */
export interface EncodingNames {
  readonly rect: string;
  readonly point: string;
  readonly size: string;
  readonly bool: string;
}

/** The encodings of Apple's runtime. */
export function appleNames(processor: Processor): EncodingNames {
  return {
    rect: "CGRect",
    point: "CGPoint",
    size: "CGSize",
    bool: processor === "arm64" ? "B" : "c",
  };
}

/**
 * A runtime's encoding of a method's types: its result, the object, the selector, the arguments.
 */
export function encode(signature: string, names: EncodingNames): string {
  const { args, result } = lettersOf(signature);
  return [result, "@", ":", ...args].map((letter) => encodeType(letter, names)).join("");
}

function encodeType(letter: string, { rect, point, size, bool }: EncodingNames): string {
  switch (letter) {
    case "R":
      return `{${rect}={${point}=dd}{${size}=dd}}`;
    case "P":
      return `{${point}=dd}`;
    case "S":
      return `{${size}=dd}`;
    case "G":
      return "{_NSRange=QQ}";
    case "B":
      return bool;
    case "n":
      return "@";
    case "b":
      return "@?";
    case "p":
      return "^v";
    case "s":
      return "*";
    case "L":
      return "Q";
    case "h":
      return "s";
    case "H":
      return "S";
    default:
      return letter;
  }
}
