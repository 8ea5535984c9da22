import { anyParts } from "../../contract/patterns/name-pattern.ts";
import { parsePathPattern } from "../../contract/patterns/path-pattern.ts";
import { PatternError } from "../../contract/patterns/pattern-error.ts";
import { scopeParts } from "../../contract/patterns/path-scope.ts";
import { isEverywhere, writers } from "./reach.ts";
import { ruleForEach, type Audited, type Rule } from "./rule.ts";

/** Warns of scopes that let pages write into folders from which this app, or another app, runs. */
export const ownProgramRules: readonly Rule[] = [
  ruleForEach(
    (audited) => writable(audited).filter((pattern) => startsAt(pattern, ["RESOURCE"])),
    (pattern) => ({
      about: "framework.allowlist.fs.scope",
      danger: `"${pattern}" is where the app's own programs are, which no page may change; let pages write to $APPDATA`,
    }),
  ),
  ruleForEach(
    (audited) => writable(audited).filter((pattern) => startsAt(pattern, ["EXE"])),
    (pattern) => ({
      about: "framework.allowlist.fs.scope",
      danger: `"${pattern}" is where the user's own programs are, which terminals and other programs run; let pages write to $APPDATA`,
    }),
    "high",
  ),
  ruleForEach(
    (audited) =>
      writable(audited).filter((pattern) =>
        startsAt(pattern, ["DATA", "LOCALDATA", "CONFIG", "CACHE"], anyParts),
      ),
    (pattern) => ({
      about: "framework.allowlist.fs.scope",
      danger: `"${pattern}" holds the data and settings of all apps of the user, by which some run programs; name $APPDATA, or the folders that are needed`,
    }),
  ),
];

/** The patterns of writable paths, except those that reach everything. */
function writable(audited: Audited): readonly string[] {
  const { framework, has } = audited;
  if (writers(audited).length === 0 && !has("fs.createDir")) return [];
  return scopeParts(framework.allowlist.fs.scope).allow.filter((pattern) => !isEverywhere(pattern));
}

/** @param first the pattern's first part after the variable. Default: anything */
function startsAt(pattern: string, variables: readonly string[], first?: unknown): boolean {
  try {
    const { start, parts } = parsePathPattern(pattern, "linux");
    return (
      start.at === "variable" &&
      variables.includes(start.name) &&
      (first === undefined || parts[0] === first)
    );
  } catch (error) {
    // A pattern for Windows only starts at no variable.
    if (!(error instanceof PatternError)) throw error;
    return false;
  }
}
