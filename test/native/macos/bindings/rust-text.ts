// The text of a declaration in Rust, taken apart.

/** The content of the brackets that each match opens. */
export function* bodiesOf(source: string, opening: RegExp): Generator<string> {
  for (const match of source.matchAll(opening))
    yield balanced(source, match.index + match[0].length);
}

/** The text between an opening bracket, after which `start` is, and its closing one. */
export function balanced(source: string, start: number): string {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    const sign = source[at] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth === 0) return source.slice(start, at);
  }
  throw new Error(`Cannot read "${source.slice(start, start + 80)}": a bracket is open`);
}

/** A type as one word, with a lifetime of none. */
export function withoutSpaces(type: string): string {
  return arrows(
    type
      .replaceAll(/\s+/g, "")
      .replaceAll(/&'(?:static|_|a)(?:mut)?/g, "&")
      .replaceAll(/,([>)])/g, "$1"),
  );
}

/** Arrows as one sign, that is no bracket. */
export const arrows = (type: string): string => type.replaceAll("->", "→");

/** `Name<inner>` taken apart. */
export function applied(type: string): [name: string, inner: string] {
  const open = type.indexOf("<");
  return open === -1 || !type.endsWith(">")
    ? [type, ""]
    : [type.slice(0, open), type.slice(open + 1, -1)];
}

/** Splits at commas that are in no bracket. */
export function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at] ?? ",";
    if ("<([{".includes(sign)) depth++;
    else if (">)]}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) {
      if (at > start) parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}
