import {
  anyParts,
  anyRun,
  codePoint,
  literalName,
  tokensMatch,
  type Part,
  type Token,
} from "../../../contract/patterns/name-pattern.ts";
import type { System } from "../../../contract/target.ts";
import { comparable, composed, foldCase, loose } from "./letter-case.ts";

// Compares names with patterns (contract/patterns/name-pattern.ts). Nothing here reads the disk.

/** A name, prepared for many patterns. */
export class Name {
  readonly text: string;
  readonly hidden: boolean;
  #characters: readonly string[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.hidden = text.startsWith(".");
  }

  /** Split at the first pattern that needs it: `**` and whole names do not. */
  get characters(): readonly string[] {
    return (this.#characters ??= Array.from(this.text));
  }
}

export interface GlobOptions {
  readonly system: System;
  readonly requireLiteralLeadingDot: boolean;
  /** Default: `usual`. */
  readonly form?: NameForm;
}

/** The common form of equal names: by the system's rules, with its case, or loosely. */
export type NameForm = "usual" | "exact" | "loose";

const forms: Readonly<Record<NameForm, (name: string, system: System) => string>> = {
  usual: comparable,
  exact: composed,
  loose,
};

export function prepareNames(
  names: readonly string[],
  system: System,
  form: NameForm = "usual",
): readonly Name[] {
  return names.map((name) => new Name(forms[form](name, system)));
}

/** Combines parts into a test of whole paths. */
export class Glob {
  readonly #parts: readonly (typeof anyParts | typeof anyRun | string | readonly Token[])[];
  readonly #dotRule: boolean;

  constructor(
    parts: readonly Part[],
    { system, requireLiteralLeadingDot, form = "usual" }: GlobOptions,
  ) {
    this.#dotRule = requireLiteralLeadingDot;
    this.#parts = parts.map((part) => {
      if (part === anyParts) return anyParts;
      if (part.every((token) => token === anyRun) && part.length > 0) return anyRun;
      const name = literalName(part);
      return name === null ? formTokens(part, system, form) : forms[form](name, system);
    });
  }

  matches(names: readonly Name[]): boolean {
    // Each "**" first takes no part, and one more whenever the rest fails. Only the last "**" has
    // to be reconsidered: an earlier one could not offer more, as hidden names stop both.
    let part = 0;
    let name = 0;
    let afterAny = -1;
    let anyEnd = 0;
    while (name < names.length) {
      if (this.#parts[part] === anyParts) {
        afterAny = ++part;
        anyEnd = name;
      } else if (part < this.#parts.length && this.#partMatches(part, names[name] as Name)) {
        part++;
        name++;
      } else if (afterAny !== -1 && !(this.#dotRule && names[anyEnd]?.hidden === true)) {
        part = afterAny;
        name = ++anyEnd;
      } else {
        return false;
      }
    }
    while (this.#parts[part] === anyParts) part++;
    return part === this.#parts.length;
  }

  #partMatches(index: number, name: Name): boolean {
    const part = this.#parts[index] as typeof anyRun | string | readonly Token[];
    if (typeof part === "string") return part === name.text;
    if (part === anyRun) return !(this.#dotRule && name.hidden);
    return nameMatches(part, name, this.#dotRule);
  }
}

function nameMatches(
  tokens: readonly Token[],
  { characters, hidden }: Name,
  dotRule: boolean,
): boolean {
  if (!dotRule || !hidden) return tokensMatch(tokens, characters);
  let token = 0;
  while (tokens[token] === anyRun) token++;
  return (
    tokens[token] === "." && tokensMatch(tokens, characters, { token: token + 1, character: 1 })
  );
}

function formTokens(tokens: readonly Token[], system: System, form: NameForm): readonly Token[] {
  return tokens.flatMap((token): Token | Token[] => {
    // Loosely, one letter may be several.
    if (typeof token === "string") return Array.from(forms[form](token, system));
    if (typeof token === "symbol" || system === "linux" || form === "exact") return token;
    return { ...token, ranges: token.ranges.flatMap(foldRange) };
  });
}

// The folded form of a range is not a range ([Z-a] is z, [ \ ] ^ _ ` and a), so each run of it is
// returned.
function foldRange([from, to]: readonly [string, string]): [string, string][] {
  const folded: [string, string][] = [];
  for (let point = codePoint(from); point <= codePoint(to); point++) {
    const letter = foldCase(String.fromCodePoint(point));
    const last = folded.at(-1);
    if (last !== undefined && codePoint(letter) === codePoint(last[1]) + 1) last[1] = letter;
    else folded.push([letter, letter]);
  }
  return folded;
}
