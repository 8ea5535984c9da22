import { parsePart, type Part } from "./name-pattern.ts";
import { PatternError } from "./pattern-error.ts";

// Servers interpret a path differently. Some split it before they decode the names, others after; a
// proxy may decode it once more; "\" is "/" for IIS. So a path is read in each of these ways.

/** The maximum number of decodings, plus one for the path as it was sent. */
export const deepestReading = 4;

/**
 * The path of a pattern: `*` is any text, also with "/" in it, and `[abc]` one of these characters.
 */
export interface UrlPathPattern {
  /** It admits every path. */
  readonly isEverything: boolean;
  /** For a path as it was sent, decoded once, twice, and so on. */
  readonly levels: readonly Part[];
  /** It contains parameters that some servers cut off. */
  readonly namesParameters: boolean;
}

/** @throws PatternError */
export function parseUrlPath(path: string): UrlPathPattern {
  const runs = path.replace(/\*+/g, "*");
  // For the parser's error messages: below, the text has more characters than were written.
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

/** Some servers trim blanks around a name, or take a full-width letter for the normal one. */
export function holdsDots(path: string): boolean {
  return path.split("/").some((name) => /^\s*\.[\s.]*$/.test(name.normalize("NFKC")));
}

/**
 * Delimiters stay encoded, for a server that splits the path first. `null`: it cannot be decoded.
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
 * Decodes as the most lenient server would: `%u002f`, and overlong encodings, which have no
 * legitimate use.
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

/** UTF-8, including "/" as `c0 af`. Invalid sequences are read as Latin-1. */
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
