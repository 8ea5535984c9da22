import { anyParts } from "../../contract/patterns/name-pattern.ts";
import { parsePathPattern } from "../../contract/patterns/path-pattern.ts";
import { PatternError } from "../../contract/patterns/pattern-error.ts";
import { parseUrlPattern } from "../../contract/patterns/url-pattern.ts";
import type { Audited } from "./rule.ts";

/**
 * Whether a pattern of paths reaches all of the user's files, including ones that will be executed
 * some day.
 */
export function isEverywhere(pattern: string): boolean {
  // The configuration was checked for one system, and is shipped for others, too.
  return (["linux", "windows"] as const).some((system) =>
    holds(() => {
      const { start, parts } = parsePathPattern(pattern, system);
      const isTop = start.at === "variable" ? start.name === "HOME" : true;
      return isTop && parts.length === 1 && parts[0] === anyParts;
    }),
  );
}

/** Whether a pattern of addresses admits every host. */
export function isEveryServer(pattern: string): boolean {
  return holds(() => {
    const parsed = parseUrlPattern(pattern, (host) => host);
    return !("idle" in parsed) && parsed.labels === null;
  });
}

const writingFlags = ["fs.writeFile", "fs.copyFile", "fs.renameFile"] as const;

/** The settings by which pages write files. */
export function writers({ has, plugins }: Audited): readonly string[] {
  return [
    ...writingFlags.filter((flag) => has(flag)).map((flag) => `framework.allowlist.${flag}`),
    ...plugins("writes").map((name) => `plugins.${name}.allowlist`),
  ];
}

function holds(question: () => boolean): boolean {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return false;
  }
}
