import { Glob, parsePart, prepareNames } from "./glob.ts";

// What a server makes of a path is its own affair. One takes it apart before it decodes the names, another one
// after; a proxy in front of it decodes it once more; "//" is "/" for nginx, "\" is "/" for IIS, ";…" is cut off
// by Tomcat. So a path is read in each of these ways, and a pattern must admit every reading: what one server
// shows for a file in /public must be one for all.

/** The path of a pattern: `*` is any text, also with "/" in it, and `[abc]` one of these characters. */
export class PathPattern {
  /** A pattern that admits everything needs no reading. */
  readonly isEverything: boolean;
  /** For a path as it was sent, decoded once, twice, and so on. */
  readonly #levels: readonly Glob[];
  readonly #namesParameters: boolean;

  /**
   * @param fail is told what to write instead of what cannot be used
   * @throws Error for a character class that is not closed, naming `pattern`
   */
  constructor(path: string, pattern: string, fail: (wanted: string) => never) {
    const runs = path.replace(/\*+/g, "*");
    // For what it says of a mistake: below, the text has more characters than were written.
    parsePart(runs, pattern);
    if (holdsDots(asSlashes(decodedAnyhow(path)))) fail('write the path without "." and ".." as names');
    this.isEverything = runs === "*" || runs === "/*";
    // The first "]" in a class is a member of it.
    const pieces = runs.split(/(\*|\[!?.[^\]]*\])/);
    let literals: readonly (string | null)[] = pieces.filter((_, at) => at % 2 === 0).map(asSent);
    const levels: Glob[] = [];
    for (let level = 0; level < deepest; level++) {
      if (level === 1) literals = pieces.filter((_, at) => at % 2 === 0).map(decoded);
      else if (level > 1) literals = literals.map((text) => decodedAnyhow(text as string));
      if (literals.includes(null)) fail('write a "%" that begins no character as "%25"');
      const text = pieces.map((piece, at) =>
        at % 2 === 1 ? piece : (literals[at / 2] as string).replace(/[*?[]/g, "[$&]"),
      );
      levels.push(new Glob([parsePart(text.join(""), pattern)], exactly));
    }
    this.#levels = levels;
    this.#namesParameters = /[;?#]/.test(decodedAnyhow(runs));
  }

  /** The first reading that this pattern does not admit; `null`: it admits them all. */
  refused({ levels }: PathReadings): string | null {
    if (this.isEverything) return null;
    for (const [level, { whole, cut }] of levels.entries()) {
      const glob = this.#levels[level] as Glob;
      const texts = this.#namesParameters ? whole : [...whole, ...cut];
      const outside = texts.find((text) => !glob.matches(prepareNames([text], "linux")));
      if (outside !== undefined) return outside;
    }
    return null;
  }
}

/** A path in all readings; `problem`: words for why no pattern but `*` may admit it. */
export interface PathReadings {
  readonly problem: string | null;
  readonly levels: readonly {
    readonly whole: readonly string[];
    /** Without what some servers cut off. */
    readonly cut: readonly string[];
  }[];
}

/** @param path of a parsed address, so that plain "." and ".." are gone */
export function readPath(path: string): PathReadings {
  const texts: (string | null)[] = [asSent(path)];
  for (let text = texts[0] as string | null; text?.includes("%") === true && texts.length < deepest;) {
    const next = texts.length === 1 ? decoded(path) : decodedAnyhow(text);
    if (next === text) break;
    texts.push(next);
    text = next;
  }
  const levels: PathReadings["levels"][number][] = [];
  for (const text of texts) {
    if (text === null || /\p{Cc}/u.test(text))
      return {
        problem: "must not hold control characters in its path, or what cannot be decoded",
        levels: [],
      };
    const slashes = asSlashes(text);
    const cut = merged(slashes.replace(/[?#].*$/s, "").replace(/;[^/]*/g, ""));
    if (holdsDots(slashes) || holdsDots(cut))
      return { problem: 'must not hide "." or ".." among the names of its path', levels: [] };
    levels.push({ whole: [...new Set([text, slashes, merged(slashes)])], cut: [cut] });
  }
  return { problem: null, levels };
}

const deepest = 4;
const exactly = { system: "linux", requireLiteralLeadingDot: false } as const;

function asSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function merged(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** Some servers drop blanks around a name, or take a wide letter for the narrow one. */
function holdsDots(path: string): boolean {
  return path.split("/").some((name) => /^\s*\.[\s.]*$/.test(name.normalize("NFKC")));
}

/** Delimiters stay encoded: for a server that takes the path apart first. `null`: it cannot be decoded. */
function asSent(path: string): string | null {
  try {
    const text = decodeURI(path.replaceAll("%25", "%2525"));
    return text.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
  } catch {
    return null;
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** As the most lenient server would: `%u002f`, and letters in more bytes than they need, which nobody means well. */
function decodedAnyhow(text: string): string {
  return text.replace(/%u([0-9a-f]{4})|(?:%[0-9a-f]{2})+/gi, (run, unit?: string) =>
    unit === undefined
      ? fromBytes(Buffer.from(run.replaceAll("%", ""), "hex"))
      : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** UTF-8, "/" as `c0 af` included. What is none is taken for Latin-1. */
function fromBytes(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] as number;
    const wanted = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    const more = bytes.subarray(at, at + wanted);
    let point = wanted === 0 ? first : first & (0x3f >> wanted);
    for (const byte of more) point = (point << 6) | (byte & 0x3f);
    const isWhole = more.length === wanted && more.every((byte) => byte >> 6 === 2) && point <= 0x10ffff;
    text += String.fromCodePoint(isWhole ? point : first);
    if (isWhole) at += wanted;
  }
  return text;
}
