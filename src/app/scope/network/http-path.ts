import {
  asSent,
  asSlashes,
  decoded,
  decodedAnyhow,
  deepestReading,
  holdsDots,
  type UrlPathPattern,
} from "../../../contract/patterns/url-path.ts";
import { Glob, prepareNames } from "../path/glob.ts";

// A path is read in each of the ways in which some server reads it: besides decoding
// (contract/patterns/url-path.ts), "//" is "/" for nginx, "\" is "/" for IIS, ";…" is cut off by
// Tomcat. A pattern must admit every reading: a path that one server maps to a file in /public must
// do so on all servers.

/** The path of a pattern, prepared for many comparisons. */
export class PathMatcher {
  /** A pattern that admits everything needs no reading. */
  readonly isEverything: boolean;
  readonly #levels: readonly Glob[];
  readonly #namesParameters: boolean;

  constructor({ isEverything, levels, namesParameters }: UrlPathPattern) {
    this.isEverything = isEverything;
    this.#levels = levels.map((part) => new Glob([part], exactly));
    this.#namesParameters = namesParameters;
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

/** A path in all readings; `problem`: the reason why only the pattern `*` may admit it. */
export interface PathReadings {
  readonly problem: string | null;
  readonly levels: readonly {
    readonly whole: readonly string[];
    /** Without the parts that some servers cut off. */
    readonly cut: readonly string[];
  }[];
}

/** @param path of a parsed address, whose plain "." and ".." are resolved */
export function readPath(path: string): PathReadings {
  const texts: (string | null)[] = [asSent(path)];
  for (
    let text = texts[0] as string | null;
    text?.includes("%") === true && texts.length < deepestReading;
  ) {
    const next = texts.length === 1 ? decoded(path) : decodedAnyhow(text);
    if (next === text) break;
    texts.push(next);
    text = next;
  }
  const levels: PathReadings["levels"][number][] = [];
  for (const text of texts) {
    if (text === null || /\p{Cc}/u.test(text))
      return {
        problem: "must not hold control characters or invalid escapes in its path",
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

const exactly = { system: "linux", requireLiteralLeadingDot: false } as const;

function merged(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}
