import {
  admitsAnyInline,
  decidingDirective,
  hasSource,
  parseCsp,
  type CspMatter,
  type Directive,
  type Policy,
} from "../../contract/page/csp.ts";
import { rule, type Audited, type Level, type Rule } from "./rule.ts";

const about = "framework.security.csp";

/** The weaknesses of a Content Security Policy. */
export const policyRules: readonly Rule[] = [
  rule(
    about,
    `pages have no policy, such as "default-src 'self'": a script that an attacker gets into one runs, with all that the page may do`,
    ({ framework }) => framework.security.csp === null,
    "high",
  ),
  rule(
    about,
    "the policy says nothing of scripts: set default-src or script-src",
    (audited) => isSilent(audited, "script"),
    "high",
  ),
  rule(
    about,
    "'unsafe-inline' for scripts lets every script inside of a page run, an attacker's too",
    (audited) => admits(audited, "script", admitsAnyInline),
    "high",
  ),
  forScripts("'unsafe-eval'", "lets text become a script", "medium", "eval"),
  forScripts("*", "lets scripts of every server run", "high"),
  forScripts("http:", "lets scripts of every server run", "high"),
  forScripts("https:", "lets scripts of every server run", "high"),
  forScripts("data:", "lets an attacker write a script into an address", "high"),
  forScripts("blob:", "lets an attacker write a script into a blob", "medium"),
  rule(
    about,
    "without base-uri 'self' an attacker's <base> moves the page's own scripts to another server",
    (audited) => isSilent(audited, "base"),
    "low",
  ),
  rule(
    about,
    "the policy says nothing of object-src: set it, or default-src",
    (audited) => isSilent(audited, "object"),
    "low",
  ),
];

function forScripts(
  source: string,
  danger: string,
  level: Level,
  matter: CspMatter = "script",
): Rule {
  return rule(
    about,
    `${source} for scripts ${danger}`,
    (audited) => admits(audited, matter, (directive) => hasSource(directive, source)),
    level,
  );
}

/** Whether no policy decides about a matter. */
function isSilent(audited: Audited, matter: CspMatter): boolean {
  const policies = policiesOf(audited);
  return (
    policies !== null && policies.every((policy) => decidingDirective(policy, matter) === null)
  );
}

/** Whether there is a policy that decides about a matter, and every such policy admits a source. */
function admits(
  audited: Audited,
  matter: CspMatter,
  test: (directive: Directive) => boolean,
): boolean {
  const deciding = (policiesOf(audited) ?? [])
    .map((policy) => decidingDirective(policy, matter))
    .filter((directive) => directive !== null);
  return deciding.length > 0 && deciding.every(test);
}

/** Parsed once for all rules. */
const parsed = new WeakMap<Audited["framework"], readonly Policy[]>();

function policiesOf({ framework }: Audited): readonly Policy[] | null {
  const { csp } = framework.security;
  if (csp === null) return null;
  const policies = parsed.get(framework) ?? parseCsp(csp);
  parsed.set(framework, policies);
  return policies;
}
