import type { Place } from "../shape/tree.ts";

/** The kinds of problems; `--json` prints these words, so they are stable. */
const problemCodes = {
  "no-configuration": "no configuration file was found",
  "two-configurations": "a folder holds two main files",
  unreadable: "a file cannot be read",
  "foreign-configuration": "it was written for another framework",
  syntax: "the text is not JSON, JSON5 or TOML",
  "duplicate-key": "a key is written twice",
  "too-deep": "values are nested too deeply",
  "unknown-field": "there is no such field here",
  "missing-field": "a field that must be there is not",
  "wrong-type": "another kind of value is wanted",
  "bad-value": "the value is not one of the allowed values",
  conflict: "fields do not fit together",
  "missing-file": "a file that is named is not there",
  "bad-file": "a named file is not of the expected kind",
  "no-effect": "allowed, and has no effect",
  deprecated: "allowed, and to be removed",
  suspicious: "allowed, and probably a mistake",
  more: "stands for others, which were only counted",
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** A problem that a person should fix, or look at. */
export interface Problem {
  readonly code: ProblemCode;
  /** `framework.windows[0].width`; empty for the file as a whole. */
  readonly path: string;
  /** `null` when it has no position in a file. */
  readonly place: Place | null;
  /** The written value, shortened. */
  readonly found: string | null;
  /** The problem and the rule: phrased to follow the path and the found value. */
  readonly message: string;
  /** Suggestions, best first: a key, the path of a field, or a value as JSON. */
  readonly suggestions: readonly string[];
  /** Related positions. */
  readonly related: readonly { readonly message: string; readonly place: Place }[];
  /** The number of problems that it stands for. */
  readonly count: number;
}

/** In characters. A longer message quotes a text too long to read. */
const longestMessage = 1000;
const longestSuggestion = 300;

export function problem(
  given: Pick<Problem, "code" | "message"> & Partial<Omit<Problem, "code" | "message">>,
): Problem {
  const { message, path = "", suggestions = [] } = given;
  return {
    place: null,
    found: null,
    related: [],
    count: 1,
    ...given,
    path: shortened(path, longestSuggestion),
    message: shortened(message, longestMessage),
    // A truncated value would be a different one.
    suggestions: suggestions.filter(({ length }) => length <= longestSuggestion),
  };
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The text of a place on one line, truncated. */
export function excerpt(place: Place, length = 60): string {
  const text = place.source.text.slice(place.start, Math.min(place.end, place.start + length * 4));
  const line = text.replace(/\s+/g, " ").trim();
  const whole = place.end - place.start <= length * 4;
  return line.length <= length && whole ? line : `${line.slice(0, length)}…`;
}
