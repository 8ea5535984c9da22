import type { ResolvedConfig } from "../../config/index.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import type { ScopeUse } from "../../contract/commands/plugin-scopes.ts";
import type { PageFacts } from "./page.ts";

/**
 * The severity. `high`: a script injected into a page takes over the user's account, or others take
 * over the app. `medium`: it reaches data that the app surely does not need. `low`: a mistake
 * elsewhere becomes worse.
 */
export const levels = ["high", "medium", "low"] as const;
export type Level = (typeof levels)[number];

/** A setting, or a combination, that gives an attacker more than it appears to. */
export interface Warning {
  readonly level: Level;
  /** The fields of the configuration, or files of the page, to look at. */
  readonly about: readonly string[];
  readonly danger: string;
}

/** The input of the rules. */
export interface Audited {
  readonly config: ResolvedConfig;
  readonly framework: ResolvedConfig["framework"];
  readonly page: PageFacts;
  /** Whether pages may use one of these. */
  readonly has: (...flags: readonly AllowlistFlag[]) => boolean;
  /** The plugins by which pages use a scope of the framework in one of these ways. */
  readonly plugins: (...uses: readonly ScopeUse[]) => readonly string[];
}

/** One danger: its check, and its text. */
export type Rule = (audited: Audited) => readonly Warning[];

/** A danger that occurs at most once. */
export function rule(
  about: string | readonly string[],
  danger: string,
  isThere: (audited: Audited) => boolean,
  level: Level = "medium",
): Rule {
  return (audited) => (isThere(audited) ? [{ level, about: [about].flat(), danger }] : []);
}

/** A danger of several candidates: its findings, with positions and texts. */
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
