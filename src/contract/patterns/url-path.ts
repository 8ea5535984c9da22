import { parsePart, type Part } from "./name-pattern.ts";
import { PatternError } from "./pattern-error.ts";

// What a server makes of a path is its own affair. One takes it apart before it decodes the names,
// another one after; a proxy in front of it decodes it once more; "\" is "/" for IIS. So a path is
// read in each of these ways.

/** How often a path may be decoded, and once for the path as it was sent. */
export const deepestReading = 4;

/**
 * The path of a pattern: `*` is any text, also with "/" in it, and `[abc]` one of these characters.
 */
export interface UrlPathPattern {
  /** It admits every path. */
  readonly isEverything: boolean;
  /** For a path as it was sent, decoded once, twice, and so on. */
  readonly levels: readonly Part[];
  /** It says itself what some servers cut off. */
  readonly namesParameters: boolean;
}

/** @throws PatternError */
export function parseUrlPath(path: string): UrlPathPattern {
  const runs = path.replace(/\*+/g, "*");
  // For what it says of a mistake: below, the text has more characters than were written.
  parsePart(runs);
  if (holdsDots(asSlashes(decodedAnyhow(path))))
    throw new PatternError('may not have "." and ".." as names');
  // The first "]" in a class is a member of it.
  const pieces = runs.split(/(\*|\[!?.[^\]]*\])/);
  let literals: readonly (string | null)[] = pieces.filter((_, at) => at % 2 === 0).map(asSent);
  const levels: Part[] = [];
  for (let level = 0; level < deepestReading; level++) {
    if (level === 1) literals = pieces.filter((_, at) => at % 2 === 0).map(decoded);
    else if (level > 1) literals = literals.map((text) => decodedAnyhow(text as string));
    if (literals.includes(null))
      throw new PatternError('may not hold a "%" that begins no character: it is written "%25"');
    const text = pieces.map((piece, at) =>
      at % 2 === 1 ? piece : (literals[at / 2] as string).replace(/[*?[]/g, "[$&]"),
    );
    levels.push(parsePart(text.join("")));
  }
  const isEverything = runs === "*" || runs === "/*";
  return { isEverything, levels, namesParameters: /[;?#]/.test(decodedAnyhow(runs)) };
}

export function asSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Some servers drop blanks around a name, or take a wide letter for the narrow one. */
export function holdsDots(path: string): boolean {
  return path.split("/").some((name) => /^\s*\.[\s.]*$/.test(name.normalize("NFKC")));
}

/**
 * Delimiters stay encoded: for a server that takes the path apart first. `null`: it cannot be
 * decoded.
 */
export function asSent(path: string): string | null {
  try {
    const text = decodeURI(path.replaceAll("%25", "%2525"));
    return text.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
  } catch {
    return null;
  }
}

export function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * As the most lenient server would: `%u002f`, and letters in more bytes than they need, which
 * nobody means well.
 */
export function decodedAnyhow(text: string): string {
  return text.replace(/%u([0-9a-f]{4})|(?:%[0-9a-f]{2})+/gi, (run, unit?: string) =>
    unit === undefined
      ? fromBytes(
          run
            .slice(1)
            .split("%")
            .map((byte) => Number.parseInt(byte, 16)),
        )
      : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** UTF-8, "/" as `c0 af` included. What is none is taken for Latin-1. */
function fromBytes(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] as number;
    const wanted = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    const more = bytes.slice(at, at + wanted);
    let point = wanted === 0 ? first : first & (0x3f >> wanted);
    for (const byte of more) point = (point << 6) | (byte & 0x3f);
    const isWhole =
      more.length === wanted && more.every((byte) => byte >> 6 === 2) && point <= 0x10ffff;
    text += String.fromCodePoint(isWhole ? point : first);
    if (isWhole) at += wanted;
  }
  return text;
}
