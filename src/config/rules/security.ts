import {
  admitsAnyInline,
  cspText,
  decidingDirective,
  directiveWithNonce,
  parseCsp,
} from "../../contract/page/csp.ts";
import { controlCharacter } from "../../contract/shipped/field-text.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { maxProblems } from "../report/problem-list.ts";
import { checkDomain } from "./patterns.ts";
import { PolicyPlaces } from "./policy-place.ts";
import type { RuleContext } from "./rule.ts";

const security = ["framework", "security"] as const;

/** A script under `data:` or `blob:` would run regardless of the nonces. */
export function scriptSources(context: RuleContext): void {
  const {
    csp,
    devCsp,
    dangerousDisableAssetCspModification: untouched,
  } = context.config.framework.security;
  for (const [field, written] of Object.entries({ csp, devCsp })) {
    if (written === null) continue;
    const places = new PolicyPlaces(written);
    for (const policy of parseCsp(written)) {
      const directive = decidingDirective(policy, "script");
      if (directive === null || untouched === true) continue;
      const withNonce = directiveWithNonce(policy, "script", untouched);
      const isForAny = admitsAnyInline(directive);
      for (const [index, source] of directive.sources.entries()) {
        const name = source.toLowerCase();
        const { path, part } = places.of(directive.starts[index] ?? 0, source.length);
        if (name === "'unsafe-inline'" && isForAny) {
          context.warn(
            [...security, field, ...path],
            "lets every script written into a page run, also one that an attacker got in. The framework gives the scripts of your pages nonces, but not where this stands, because engines would then ignore it: leave it out",
            { part },
          );
        }
        if (withNonce === null || (name !== "data:" && name !== "blob:")) continue;
        context.error(
          [...security, field, ...path],
          `lets scripts run from ${name}, which makes the nonces put into the pages worthless: leave it out, or list ${JSON.stringify(directive.name)} in dangerousDisableAssetCspModification`,
          { part },
        );
      }
    }
  }
}

/** A policy becomes a header. Its lines are joined. */
export function policyTexts(context: RuleContext): void {
  const { csp, devCsp } = context.config.framework.security;
  for (const [field, written] of Object.entries({ csp, devCsp })) {
    if (written === null) continue;
    const { text, parts } = cspText(written);
    for (const [index, { path, start }] of parts.entries()) {
      const found = controlCharacter(text.slice(start, parts[index + 1]?.start), {
        hasLines: true,
      });
      if (found === null) continue;
      context.error(
        [...security, field, ...path],
        `may hold no control characters, such as ${found} here`,
      );
    }
  }
}

export function remoteDomains(context: RuleContext): void {
  const labels = [...new Set(context.config.framework.windows.map((window) => window.label))];
  const known = new Set(labels);
  for (const [
    index,
    scope,
  ] of context.config.framework.security.dangerousRemoteDomainIpcAccess.entries()) {
    const path = [...security, "dangerousRemoteDomainIpcAccess", index];
    const wrong = checkDomain(scope.domain);
    if (wrong !== null) {
      const { message, suggestions } = wrong;
      context.error([...path, "domain"], message, { code: "bad-value", suggestions });
    }
    for (const [at, plugin] of scope.plugins.entries()) {
      const name = plugin.replace(/^(?:@[^/]*\/)?(?:framework-)?plugin-/, "");
      if (name === plugin || name === "") continue;
      context.warn([...path, "plugins", at], "names a package: use the plugin's name in commands", {
        suggestions: [JSON.stringify(name)],
      });
    }
    const others = [...scope.windows.entries()]
      .filter(([, label]) => !known.has(label))
      // Each is compared with all labels, so only as many are compared as a person reads.
      .map(([at, label], index) => ({
        at,
        near: index < maxProblems ? nearest(label, labels) : [],
      }));
    // Windows that the app opens later have labels, too: many unknown labels are reported once.
    const many = others.filter(({ near }) => near.length === 0).length > 3;
    if (many) {
      const message =
        "names windows that are not in the configuration, so the app has to open them by itself";
      context.warn([...path, "windows"], message);
    }
    for (const { at, near } of others) {
      if (many && near.length === 0) continue;
      context.warn([...path, "windows", at], "is the label of no window in the configuration", {
        suggestions: near.map((one) => JSON.stringify(one)),
      });
    }
  }
}
