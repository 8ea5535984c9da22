import { baseDirectories, type BaseDirectoryName } from "../paths.ts";
import type { System } from "../target.ts";
import { anyParts, parsePart, type Part } from "./name-pattern.ts";
import { PatternError } from "./pattern-error.ts";

/** A pattern of a filesystem scope. */
export interface PathPattern {
  readonly start: PathStart;
  /** The parts after the start. */
  readonly parts: readonly Part[];
}

/**
 * The start of a pattern: a folder with a name, a drive or share (Windows), the root, or anywhere.
 */
export type PathStart =
  | { readonly at: "variable"; readonly name: BaseDirectoryName }
  | { readonly at: "drive"; readonly name: string }
  | { readonly at: "root" };

/** @throws PatternError */
export function parsePathPattern(pattern: string, system: System): PathPattern {
  if (pattern.includes("\0")) throw new PatternError("may not hold U+0000");
  // Composed like the names it is compared with.
  const text = system === "macos" ? pattern.normalize("NFC") : pattern;
  const split = text.split(system === "windows" ? /[\\/]/ : "/");
  const [first = "", ...rest] = split;

  const name = leadingVariable(first);
  if (name !== null) {
    // A "\" is a separator on Windows only: elsewhere the rest would be lost.
    if (first !== `$${name}`) throw new PatternError(`must have "/" after "$${name}"`);
    return { start: { at: "variable", name }, parts: parseParts(rest) };
  }
  if (first === "**") return { start: { at: "root" }, parts: parseParts(split) };
  if (system !== "windows") {
    if (first !== "" || rest.length === 0)
      throw new PatternError('must start with "/", "**" or a variable such as $DOCUMENT');
    return { start: { at: "root" }, parts: parseParts(rest) };
  }
  if (/^[a-z]:$/i.test(first))
    return { start: { at: "drive", name: first }, parts: parseParts(rest) };
  const [server = "", share = ""] = first === "" && rest[0] === "" ? rest.slice(1) : [];
  // Both are compared literally: wildcards, or the prefix of a device, would match nothing.
  if ([server, share].every((name) => /^(?!\.+$)[^*?[\]]+$/.test(name))) {
    return {
      start: { at: "drive", name: `\\\\${server}\\${share}` },
      parts: parseParts(rest.slice(3)),
    };
  }
  if (first === "" && rest[0] === "**") return { start: { at: "root" }, parts: parseParts(rest) };
  throw new PatternError('must start with a drive, a share, "**" or a variable such as $DOCUMENT');
}

function parseParts(texts: readonly string[]): readonly Part[] {
  if (texts.includes("..")) throw new PatternError('may not hold ".."');
  const parts = texts.filter((text) => text !== "" && text !== ".").map(parsePart);
  // "a/**/**/b" means the same as "a/**/b".
  return parts.filter((part, i) => part !== anyParts || parts[i + 1] !== anyParts);
}

/** An unknown variable. */
export class UnknownVariable extends PatternError {
  /** As it is written, with its `$`. */
  readonly variable: string;

  constructor(variable: string) {
    super(`has an unknown variable, ${JSON.stringify(variable)}`);
    this.variable = variable;
  }
}

/**
 * The variable that a path or pattern starts with; `null`: it starts with none.
 * @throws UnknownVariable
 */
export function leadingVariable(text: string): BaseDirectoryName | null {
  const [variable] = /^\$[^/\\]*/.exec(text) ?? [];
  if (variable === undefined) return null;
  const name = baseDirectories.find((each) => `$${each}` === variable);
  if (name === undefined) throw new UnknownVariable(variable);
  return name;
}
