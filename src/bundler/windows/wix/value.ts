import { WixError, type Place } from "./place.ts";

// A text with references in it, as `Say "!(loc.Hello)"`. What a reference stands for is a text and
// is not looked at once more, so that nothing in a product's name becomes one.

/**
 * What stands in the place of `!(loc.Name)` or `!(wix.Name=default)`; known when all sources are.
 */
export interface Reference {
  readonly kind: "loc" | "wix";
  readonly name: string;
  readonly fallback: string | null;
}

/** A text, with what is not known yet. */
export type Value = readonly (string | Reference)[];

/** What `$(var.Name)`, `$(env.Name)` and `$(sys.NAME)` stand for. */
export interface Variables {
  readonly var: Map<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sys: Readonly<Record<string, string>>;
}

const references = /\$\$\(|\$\((\w+)\.([\w.]+)\)|!\((\w+)\.([\w.-]+)(?:=([^)]{0,1000}))?\)|\$\(/g;

/** Reads a text. @throws WixError naming a variable that is not there */
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
 * Reads a text that must be known now. @throws WixError when it refers to what is known only later
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

/** A text in which references are not looked for. */
export function literal(text: string): Value {
  return text === "" ? [] : [text];
}
