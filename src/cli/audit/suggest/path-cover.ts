import {
  anyParts,
  anyRun,
  tokensMatch,
  type Part,
  type Token,
} from "../../../contract/patterns/name-pattern.ts";
import { parsePathPattern, type PathPattern } from "../../../contract/patterns/path-pattern.ts";
import { PatternError } from "../../../contract/patterns/pattern-error.ts";
import type { System } from "../../../contract/target.ts";
import { usualFolders } from "../../../contract/host/usual-folders.ts";

/**
 * Whether a pattern of paths certainly admits everything that a narrower one admits. The narrower
 * one consists of names, of `*` and of `**` as whole parts.
 *
 * @param hidden whether `*` and `**` match hidden names
 */
export function coversPath(wide: string, narrow: string, hidden: boolean, system: System): boolean {
  const [outer, inner] = [read(wide, system), read(narrow, system)];
  if (outer === null || inner === null) return false;
  return startCovers(outer, inner) && partsCover(outer.parts, inner.parts, hidden);
}

function read(pattern: string, system: System): PathPattern | null {
  try {
    return parsePathPattern(pattern, system);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return null;
  }
}

function startCovers({ start: wide, parts }: PathPattern, { start: narrow }: PathPattern): boolean {
  if (wide.at === "variable") return narrow.at === "variable" && narrow.name === wide.name;
  if (wide.at === "drive")
    return narrow.at === "drive" && narrow.name.toUpperCase() === wide.name.toUpperCase();
  if (narrow.at === "root") return true;
  // `**` reaches everything below a variable or drive, unless that is hidden.
  if (parts[0] !== anyParts) return false;
  return narrow.at === "drive" || usualFolders.includes(narrow.name);
}

function partsCover(wide: readonly Part[], narrow: readonly Part[], hidden: boolean): boolean {
  // Row by row: whether the first parts of one cover the first parts of the other.
  let covered = [true, ...narrow.map(() => false)];
  for (const outer of wide) {
    const next = narrow.map((inner, at): boolean =>
      outer === anyParts ? false : covered[at] === true && partCovers(outer, inner, hidden),
    );
    const row = [outer === anyParts && covered[0] === true, ...next];
    if (outer === anyParts)
      for (const [at, inner] of narrow.entries())
        row[at + 1] = covered[at + 1] === true || (row[at] === true && isAbsorbed(inner, hidden));
    covered = row;
  }
  return covered.at(-1) === true;
}

/** Whether `**` absorbs this part. */
function isAbsorbed(part: Part, hidden: boolean): boolean {
  if (part === anyParts || isRun(part)) return true;
  const name = nameOf(part);
  return name !== null && (hidden || !name.startsWith("."));
}

function partCovers(wide: Part, narrow: Part, hidden: boolean): boolean {
  if (wide === anyParts || narrow === anyParts) return false;
  if (isRun(narrow)) return isRun(wide);
  const name = nameOf(narrow);
  if (name === null) return false;
  if (!hidden && name.startsWith(".") && wide[0] !== ".") return false;
  return tokensMatch(wide, Array.from(name));
}

function isRun(part: readonly Token[]): boolean {
  return part.length > 0 && part.every((token) => token === anyRun);
}

/** The name that a part matches exclusively, including `[*]` for a star. */
function nameOf(part: readonly Token[]): string | null {
  const characters = part.map((token) => {
    if (typeof token === "string") return token;
    if (typeof token === "symbol" || token.negated || token.ranges.length !== 1) return null;
    const [range] = token.ranges;
    return range !== undefined && range[0] === range[1] ? range[0] : null;
  });
  return characters.includes(null) ? null : characters.join("");
}
