import type { ResolvedConfig } from "../../config/index.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import type { PageFacts } from "./page.ts";

/** A setting, or several together, that gives an attacker more than it seems to. */
export interface Warning {
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
): Rule {
  return (audited) => (isThere(audited) ? [{ about: [about].flat(), danger }] : []);
}

/** A danger that each of several may be: what is found of them, with its place and words. */
export function ruleForEach<T>(
  find: (audited: Audited) => Iterable<T>,
  say: (found: T) => { readonly about: string | readonly string[]; readonly danger: string },
): Rule {
  return (audited) =>
    [...find(audited)].map(say).map(({ about, danger }) => ({ about: [about].flat(), danger }));
}
