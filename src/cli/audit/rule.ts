import type { ResolvedConfig } from "../../config/index.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import type { PageFacts } from "./page.ts";

/**
 * How bad it is. `high`: a script that gets into a page takes over the user's account, or others
 * take over the app. `medium`: it reaches what the app surely does not need. `low`: a mistake
 * elsewhere becomes worse.
 */
export const levels = ["high", "medium", "low"] as const;
export type Level = (typeof levels)[number];

/** A setting, or several together, that gives an attacker more than it seems to. */
export interface Warning {
  readonly level: Level;
  /** What to look at: fields of the configuration, or files of the page. */
  readonly about: readonly string[];
  readonly danger: string;
}

/** What the rules look at. */
export interface Audited {
  readonly config: ResolvedConfig;
  readonly framework: ResolvedConfig["framework"];
  readonly page: PageFacts;
  /** Whether pages may use one of these. */
  readonly has: (...flags: readonly AllowlistFlag[]) => boolean;
}

/** One danger: what it looks at, and what it says. */
export type Rule = (audited: Audited) => readonly Warning[];

/** A danger that is there once, or is not. */
export function rule(
  about: string | readonly string[],
  danger: string,
  isThere: (audited: Audited) => boolean,
  level: Level = "medium",
): Rule {
  return (audited) => (isThere(audited) ? [{ level, about: [about].flat(), danger }] : []);
}

/** A danger that each of several may be: what is found of them, with its place and words. */
export function ruleForEach<T>(
  find: (audited: Audited) => Iterable<T>,
  say: (found: T) => { readonly about: string | readonly string[]; readonly danger: string },
  level: Level = "medium",
): Rule {
  return (audited) =>
    [...find(audited)]
      .map(say)
      .map(({ about, danger }) => ({ level, about: [about].flat(), danger }));
}
