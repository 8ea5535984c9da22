import { PatternError } from "./pattern-error.ts";

// The pattern language of scopes. A pattern is a path whose parts may hold
//
//   ?         one character of a name
//   *         any run of characters of a name, also none
//   [abc]     one of these characters; [a-z] a range; [!abc] none of these
//   [*] [?]   the character itself
//   **        as a whole part: any number of parts, also none
//
// Only ** crosses a separator. With requireLiteralLeadingDot, only a dot written in the pattern
// matches the dot at the start of a hidden name.

/** One part of a pattern, between two separators. */
export type Part = typeof anyParts | readonly Token[];
/** Not a text: a folder may be called `**`. */
export const anyParts = Symbol("**");

export type Token = string | typeof anyCharacter | typeof anyRun | CharacterClass;
export const anyCharacter = Symbol("?");
export const anyRun = Symbol("*");

interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

/**
 * Reads one part of a pattern.
 * @throws PatternError
 */
export function parsePart(text: string): Part {
  if (text === "**") return anyParts;
  const characters = Array.from(text);
  const tokens: Token[] = [];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    if (character === "?") {
      tokens.push(anyCharacter);
    } else if (character === "*") {
      if (characters[i + 1] === "*")
        throw new PatternError('must have "**" as a whole part, as in "a/**/b"');
      tokens.push(anyRun);
    } else if (character === "[") {
      const negated = characters[i + 1] === "!";
      const start = negated ? i + 2 : i + 1;
      // A "]" in the first position is a member, not the end.
      const end = characters.indexOf("]", start + 1);
      if (end === -1)
        throw new PatternError(
          'has a "[" that is not closed; the character itself is written "[[]"',
        );
      tokens.push({ negated, ranges: parseRanges(characters.slice(start, end)) });
      i = end;
    } else {
      tokens.push(character);
    }
  }
  return tokens;
}

function parseRanges(members: readonly string[]): CharacterClass["ranges"] {
  const ranges: [string, string][] = [];
  for (let i = 0; i < members.length; i++) {
    const from = members[i] as string;
    const isRange = members[i + 1] === "-" && i + 2 < members.length;
    const to = isRange ? (members[i + 2] as string) : from;
    if (codePoint(from) > codePoint(to))
      throw new PatternError(`has the range "${from}-${to}", which must be written upwards`);
    ranges.push([from, to]);
    if (isRange) i += 2;
  }
  return ranges;
}

/** A part that matches exactly this name, whatever characters it holds. */
export function literalPart(name: string): Part {
  return Array.from(name);
}

/** The only name that a part can match, or `null` when there are several. */
export function literalName(part: Part): string | null {
  if (part === anyParts) return null;
  const characters = part.filter((token) => typeof token === "string");
  return characters.length === part.length ? characters.join("") : null;
}

export function codePoint(character: string): number {
  return character.codePointAt(0) as number;
}

/**
 * Whether a part matches the characters of a name, from these positions on. Each `*` first takes no
 * character, and one more whenever the rest fails; only the last `*` has to be reconsidered, so
 * time grows with the product of the lengths, never faster.
 */
export function tokensMatch(
  tokens: readonly Token[],
  characters: readonly string[],
  { token, character } = { token: 0, character: 0 },
): boolean {
  let afterRun = -1;
  let runEnd = 0;
  while (character < characters.length) {
    const wanted = tokens[token];
    if (wanted === anyRun) {
      afterRun = ++token;
      runEnd = character;
    } else if (wanted !== undefined && tokenMatches(wanted, characters[character] as string)) {
      token++;
      character++;
    } else if (afterRun !== -1) {
      token = afterRun;
      character = ++runEnd;
    } else {
      return false;
    }
  }
  while (tokens[token] === anyRun) token++;
  return token === tokens.length;
}

function tokenMatches(token: Exclude<Token, typeof anyRun>, character: string): boolean {
  if (typeof token === "string") return token === character;
  if (token === anyCharacter) return true;
  const point = codePoint(character);
  return (
    token.ranges.some(([from, to]) => codePoint(from) <= point && point <= codePoint(to)) !==
    token.negated
  );
}
