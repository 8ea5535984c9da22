import { parseCsp, type Csp, type WrittenDirective } from "../../contract/page/csp.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { PolicyPlaces } from "./policy-place.ts";
import type { RuleContext } from "./rule.ts";

/**
 * The directives that engines know, or knew once. Sources: Content Security Policy, levels 1 to 3;
 * Trusted Types; Upgrade Insecure Requests; Mixed Content; Fenced Frame.
 */
const known = [
  "base-uri",
  "block-all-mixed-content",
  "child-src",
  "connect-src",
  "default-src",
  "fenced-frame-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "navigate-to",
  "object-src",
  "plugin-types",
  "prefetch-src",
  "referrer",
  "reflected-xss",
  "report-to",
  "report-uri",
  "require-sri-for",
  "require-trusted-types-for",
  "sandbox",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "webrtc",
  "worker-src",
] as const;

const isKnown = (name: string): boolean => known.some((one) => one === name);
const meant = (name: string): readonly string[] =>
  nearest(name, known).map((one) => JSON.stringify(one));

const security = ["framework", "security"] as const;

/** Engines ignore an unknown directive, and admit the sources that it should block. */
export function policyDirectives(context: RuleContext): void {
  const {
    csp,
    devCsp,
    dangerousDisableAssetCspModification: untouched,
  } = context.config.framework.security;
  for (const [field, written] of Object.entries({ csp, devCsp })) {
    if (written === null) continue;
    const policy = { field, places: new PolicyPlaces(written), keys: keysByName(written) };
    for (const directive of parseCsp(written).flat()) {
      lookAtName(context, policy, directive);
      lookAtSources(context, policy, directive);
      lookAtQuotes(context, policy, directive);
    }
  }
  if (typeof untouched === "boolean") return;
  for (const [index, name] of untouched.entries()) {
    if (isKnown(name)) continue;
    context.warn(
      [...security, "dangerousDisableAssetCspModification", index],
      "is no directive of a policy, so it leaves none alone",
      () => ({ suggestions: meant(name) }),
    );
  }
}

/** A policy of the configuration. */
interface WrittenPolicy {
  readonly field: string;
  readonly places: PolicyPlaces;
  /** The keys of an object, by the directives that they name; empty: the policy is a text. */
  readonly keys: ReadonlyMap<string, string>;
}

function keysByName(written: Csp): ReadonlyMap<string, string> {
  if (typeof written === "string") return new Map();
  // Of two keys that differ only in case the first counts.
  return new Map(
    Object.keys(written)
      .toReversed()
      .map((key) => [key.toLowerCase(), key]),
  );
}

function lookAtName(
  context: RuleContext,
  { field, places, keys }: WrittenPolicy,
  { name, start }: WrittenDirective,
): void {
  if (isKnown(name)) return;
  const message = "is no directive of a policy, so engines pass over it";
  const key = keys.get(name);
  if (key !== undefined) {
    context.warn([...security, field, key], message, () => ({
      key: true,
      suggestions: meant(name),
    }));
    return;
  }
  const { path, part } = places.of(start, name.length);
  context.warn([...security, field, ...path], message, () => ({ part, suggestions: meant(name) }));
}

/**
 * The keywords of a list of sources, and nonces and hashes. Source: Content Security Policy 3,
 * "keyword-source".
 */
const keyword =
  /^(?:none|self|unsafe-inline|unsafe-eval|unsafe-hashes|unsafe-allow-redirects|wasm-unsafe-eval|strict-dynamic|report-sample|inline-speculation-rules|nonce-.+|sha(?:256|384|512)-.+)$/i;

/**
 * An unquoted keyword is a host name: the policy blocks the intended sources, or admits another
 * host.
 */
function lookAtQuotes(
  context: RuleContext,
  { field, places }: WrittenPolicy,
  { name, sources, starts }: WrittenDirective,
): void {
  // Only source lists have keywords: "report-to self" names a group.
  if (
    !name.endsWith("-src") &&
    !/^(?:script|style)-src-|^(?:base-uri|form-action|frame-ancestors)$/.test(name)
  )
    return;
  for (const [index, source] of sources.entries()) {
    const plain = source.replace(/^["'\u2018\u2019]|["'\u2018\u2019]$/g, "");
    if (!keyword.test(plain) || source === `'${plain}'`) continue;
    const { path, part } = places.of(starts[index] ?? 0, source.length);
    context.error(
      [...security, field, ...path],
      `is the name of a host without its quotes: write '${plain}'`,
      {
        part,
      },
    );
  }
}

/** No host has this name: the semicolon before it is missing. */
function lookAtSources(
  context: RuleContext,
  { field, places }: WrittenPolicy,
  { name, sources, starts }: WrittenDirective,
): void {
  for (const [index, source] of sources.entries()) {
    if (!source.includes("-") || !isKnown(source.toLowerCase())) continue;
    const { path, part } = places.of(starts[index] ?? 0, source.length);
    context.warn(
      [...security, field, ...path],
      `is taken for a source of ${JSON.stringify(name)}: put ";" before it`,
      { part },
    );
  }
}
