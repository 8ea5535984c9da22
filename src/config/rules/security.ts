import type { Csp } from "../config.ts";
import { nearest } from "../report/suggest.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const security = ["framework", "security"] as const;

/** A script under `data:` or `blob:` would run whatever the nonces say. */
export function scriptSources(context: RuleContext): void {
  const { csp, devCsp, dangerousDisableAssetCspModification: disabled } = context.config.framework.security;
  if (disabled === true) return;
  for (const [policy, path] of [
    [csp, [...security, "csp"]],
    [devCsp, [...security, "devCsp"]],
  ] as const) {
    const found = scriptDirective(policy, path);
    if (found === null || (typeof disabled !== "boolean" && disabled.includes(found.directive))) continue;
    for (const source of found.sources.map((each) => each.toLowerCase())) {
      if (source === "'unsafe-inline'") {
        context.warn(
          found.path,
          "lets every script written into a page run, also one that an attacker got in. The framework gives the scripts of your pages nonces, but not where this stands, because engines would then ignore it: leave it out",
        );
      }
      if (source !== "data:" && source !== "blob:") continue;
      context.error(
        found.path,
        `lets scripts run from ${source}, which makes the nonces put into the pages worthless: leave it out, or list ${JSON.stringify(found.directive)} in dangerousDisableAssetCspModification`,
      );
    }
  }
}

interface Directive {
  readonly directive: string;
  readonly sources: readonly string[];
  readonly path: Path;
}

/** The directive that decides about the scripts of a page. */
function scriptDirective(policy: Csp | null, path: Path): Directive | null {
  if (policy === null) return null;
  const directives: Directive[] =
    typeof policy === "string"
      ? policy.split(";").map((text) => {
          const [directive = "", ...sources] = text.trim().split(/\s+/);
          return { directive: directive.toLowerCase(), sources, path };
        })
      : Object.entries(policy).map(([directive, sources]) => ({
          directive: directive.toLowerCase(),
          sources: (typeof sources === "string" ? sources : sources.join(" ")).trim().split(/\s+/),
          path: [...path, directive],
        }));
  return (
    directives.find((one) => one.directive === "script-src-elem") ??
    directives.find((one) => one.directive === "script-src") ??
    directives.find((one) => one.directive === "default-src") ??
    null
  );
}

export function remoteDomains(context: RuleContext): void {
  const labels = context.config.framework.windows.map((window) => window.label);
  for (const [index, scope] of context.config.framework.security.dangerousRemoteDomainIpcAccess.entries()) {
    const path = [...security, "dangerousRemoteDomainIpcAccess", index];
    const isAddress =
      scope.domain.includes(":") && scope.domain.startsWith("[") && scope.domain.endsWith("]");
    if (scope.domain === "" || /[/*\s]/.test(scope.domain) || (scope.domain.includes(":") && !isAddress)) {
      context.error([...path, "domain"], "must be a host alone: no scheme, port, path or pattern", {
        code: "bad-value",
        suggestions: hostOf(scope.domain),
      });
    }
    for (const [at, label] of scope.windows.entries()) {
      if (labels.includes(label)) continue;
      context.warn([...path, "windows", at], "is the label of no window in the configuration", {
        suggestions: nearest(label, labels).map((one) => JSON.stringify(one)),
      });
    }
  }
}

function hostOf(domain: string): string[] {
  const parsed = URL.parse(domain.includes("://") ? domain : `https://${domain}`);
  return parsed === null || parsed.hostname === "" || parsed.hostname.includes("*")
    ? []
    : [JSON.stringify(parsed.hostname)];
}
