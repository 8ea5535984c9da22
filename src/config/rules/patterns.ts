import { parseDomain } from "../../contract/patterns/domain.ts";
import { parsePart } from "../../contract/patterns/name-pattern.ts";
import {
  leadingVariable,
  parsePathPattern,
  UnknownVariable,
} from "../../contract/patterns/path-pattern.ts";
import { PatternError } from "../../contract/patterns/pattern-error.ts";
import { Expression, ExpressionError } from "../../contract/patterns/expression.ts";
import { parseUrlPattern } from "../../contract/patterns/url-pattern.ts";
import { baseDirectories } from "../../contract/paths.ts";
import type { System } from "../../contract/target.ts";
import { nearest } from "../../contract/text/suggest.ts";

/** The problem of a text; `null`: none. */
export type Wrong = {
  readonly message: string;
  /** As JSON. */
  readonly suggestions: readonly string[];
  /** It is valid, but has no effect. */
  readonly hasNoEffect?: true;
} | null;

/** A pattern of a filesystem scope, which may start with a variable such as `$APPDATA`. */
export function checkPathPattern(text: string, system: System): Wrong {
  return checked(text, (pattern) => void parsePathPattern(pattern, system), [
    (pattern) => pattern.replace(/^~(?=\/|$)/, "$HOME"),
    (pattern) => pattern.replace(/^\*(?=\/|$)/, "**"),
    (pattern) => pattern.replace(/^[\\/]{2}[?.][\\/](?=[a-z]:)/i, ""),
    (pattern) => (/^\$[^/]*\\/.test(pattern) ? pattern.replaceAll("\\", "/") : pattern),
    withoutParents,
    withKnownVariable,
  ]);
}

/** A program or path: a leading variable must be known. */
export function checkVariable(text: string): Wrong {
  return checked(text, (path) => void leadingVariable(path), [withKnownVariable]);
}

/** A glob pattern for files of the project. */
export function checkGlob(text: string): Wrong {
  if (text === "") return { message: "may not be empty", suggestions: [] };
  return checked(text, (pattern) => pattern.split("/").forEach(parsePart), []);
}

/** A pattern of the HTTP scope. */
export function checkUrlPattern(text: string): Wrong {
  let idle: string | null = null;
  const wrong = checked(
    text,
    (pattern) => {
      const parsed = parseUrlPattern(pattern, normalHost);
      idle = "idle" in parsed ? parsed.idle : null;
    },
    [
      (pattern) => pattern.trim(),
      (pattern) => pattern.replaceAll("?", "*"),
      (pattern) => (pattern.includes("://") ? pattern : `https://${pattern}`),
    ],
  );
  if (wrong !== null) return wrong;
  return idle === null ? null : { message: idle, suggestions: [], hasNoEffect: true };
}

/** A domain of `security.dangerousRemoteDomainIpcAccess`. */
export function checkDomain(text: string): Wrong {
  return checked(text, (domain) => void parseDomain(domain, normalHost), [
    (domain) => domain.trim(),
    (domain) =>
      URL.parse(domain.includes("://") ? domain : `https://${domain}`)?.hostname ?? domain,
  ]);
}

/** The parsers have no URL class. */
function normalHost(host: string): string | null {
  return URL.parse(`https://${host}/`)?.hostname ?? null;
}

/** Checks a text, and on failure searches for the intended one. */
function checked(
  text: string,
  read: (text: string) => void,
  repairs: readonly ((text: string) => string)[],
): Wrong {
  const refusal = failure(text, read);
  if (refusal === null) return null;
  let repaired = text;
  for (const repair of repairs) repaired = repair(repaired);
  if (repaired !== text && failure(repaired, read) === null)
    return { message: refusal.message, suggestions: [JSON.stringify(repaired)] };
  const known =
    refusal instanceof UnknownVariable ? `; known are $${baseDirectories.join(", $")}` : "";
  return { message: refusal.message + known, suggestions: [] };
}

function failure(text: string, read: (text: string) => void): PatternError | null {
  try {
    read(text);
    return null;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return error;
  }
}

function withoutParents(pattern: string): string {
  return pattern
    .split("/")
    .filter((part) => part !== "..")
    .join("/");
}

/** Names of the same folders in other programs and interfaces. */
const otherNames: Readonly<Record<string, string>> = {
  IMAGES: "PICTURE",
  MOVIES: "VIDEO",
  MUSIC: "AUDIO",
  SOUNDS: "AUDIO",
  TMPDIR: "TEMP",
  USERPROFILE: "HOME",
};

/** The pattern with its misspelt variable corrected. */
export function withKnownVariable(pattern: string): string {
  return pattern.replace(/^\$([^/\\]*)/, (written, name: string) => {
    const meant = otherNames[name.toUpperCase()] ?? nearest(name, baseDirectories)[0];
    return meant === undefined ? written : `$${meant}`;
  });
}

/** A variable that pages may set for a program. */
export function checkEnvironmentName(text: string): Wrong {
  const message =
    text === "" || /[=\0]/.test(text)
      ? 'must be the name of a variable, without "="'
      : text.includes("*")
        ? "must be the name of one variable: there is no pattern for them"
        : null;
  return message === null ? null : { message, suggestions: [] };
}

/**
 * A regular expression of JavaScript with the flag `u`, in the subset that the app matches in
 * bounded time.
 */
export function checkRegex(text: string): Wrong {
  try {
    void new Expression(text);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { message: `must be a regular expression: ${error.message}`, suggestions: [] };
  }
}
