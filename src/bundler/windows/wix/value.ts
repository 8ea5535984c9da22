import { WixError, type Place } from "./place.ts";

// A text with references in it, such as `Say "!(loc.Hello)"`. The value of a reference is a text
// and is not scanned again, so that no part of a product's name becomes one.

/** The value of `!(loc.Name)` or `!(wix.Name=default)`; known after all sources are read. */
export interface Reference {
  readonly kind: "loc" | "wix";
  readonly name: string;
  readonly fallback: string | null;
}

/** A text with unresolved parts. */
export type Value = readonly (string | Reference)[];

/** The values of `$(var.Name)`, `$(env.Name)` and `$(sys.NAME)`. */
export interface Variables {
  readonly var: Map<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sys: Readonly<Record<string, string>>;
}

const references = /\$\$\(|\$\((\w+)\.([\w.]+)\)|!\((\w+)\.([\w.-]+)(?:=([^)]{0,1000}))?\)|\$\(/g;

/** Parses a text. @throws WixError naming an undefined variable */
export function parseValue(text: string, variables: Variables, place: Place): Value {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(references)) {
    const [whole, kind = "", name = "", late, lateName = "", fallback] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (whole === "$$(") parts.push("$(");
    else if (late !== undefined)
      parts.push(lateReference(whole, late, lateName, fallback ?? null, place));
    else parts.push(variable(kind, name, variables, place));
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

/**
 * Parses a text that must be known now. @throws WixError when it refers to a value that is known
 * later
 */
export function parseText(text: string, variables: Variables, place: Place): string {
  return parseValue(text, variables, place)
    .map((part) => {
      if (typeof part === "string") return part;
      throw new WixError(
        place,
        `Cannot use "!(${part.kind}.${part.name})" here: it is known only later`,
      );
    })
    .join("");
}

function lateReference(
  whole: string,
  kind: string,
  name: string,
  fallback: string | null,
  place: Place,
): Reference {
  if (kind === "loc" || kind === "wix") return { kind, name, fallback };
  throw new WixError(place, `Cannot use "${whole}": use !(loc.Name) or !(wix.Name)`);
}

function variable(kind: string, name: string, variables: Variables, place: Place): string {
  if (kind !== "var" && kind !== "env" && kind !== "sys")
    throw new WixError(
      place,
      `Cannot use "$(${kind}": use $(var.Name), $(env.Name) or $(sys.NAME)`,
    );
  const found = kind === "var" ? variables.var.get(name) : variables[kind][name];
  if (found === undefined)
    throw new WixError(place, `Cannot find "$(${kind}.${name})": it must be defined`);
  return found;
}

/** A literal text, without references. */
export function literal(text: string): Value {
  return text === "" ? [] : [text];
}
