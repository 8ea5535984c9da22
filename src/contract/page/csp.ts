import { findCode, withNonces, type CodeTag } from "./html.ts";

/** A policy as the configuration spells it. */
export type Csp = string | Readonly<Record<string, string | readonly string[]>>;

/** One directive: a name in lower case, and its sources as they were written. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/** The directives of one policy, in the order they were written, each name once. */
export type Policy = readonly Directive[];

const blank = /[\t\n\f\r ]+/;

/** Reads a policy as the configuration spells it. A text may hold several, with commas between them: all count. */
export function parseCsp(csp: Csp): readonly Policy[] {
  const text =
    typeof csp === "string"
      ? csp
      : Object.entries(csp)
          .map(([name, sources]) => [name, ...(typeof sources === "string" ? [sources] : sources)].join(" "))
          .join(";");
  return text
    .split(",")
    .map(parsePolicy)
    .filter((policy) => policy.length > 0);
}

function parsePolicy(text: string): Policy {
  const directives = new Map<string, Directive>();
  for (const part of text.split(";")) {
    const [written = "", ...sources] = part.split(blank).filter((word) => word !== "");
    const name = written.toLowerCase();
    // Engines take the first of two directives of one name.
    if (name !== "" && !directives.has(name)) directives.set(name, { name, sources });
  }
  return [...directives.values()];
}

/** The policies as the text of a `Content-Security-Policy` header. */
export function renderCsp(policies: readonly Policy[]): string {
  return policies
    .map((policy) => policy.map(({ name, sources }) => [name, ...sources].join(" ")).join("; "))
    .join(", ");
}

/** What is admitted although the policy does not: what the framework itself cannot do without. */
export type AddedSources = Partial<
  Readonly<Record<"frame" | "script" | "style" | "connect", readonly string[]>>
>;

/** The policy that pages of the app are sent with, and the nonces of the code written inside of them. */
export class PagePolicy {
  readonly #policies: readonly Policy[];
  readonly #untouched: boolean | readonly string[];

  /**
   * @param untouched `dangerousDisableAssetCspModification`
   */
  constructor(csp: Csp, untouched: boolean | readonly string[], added: AddedSources = {}) {
    this.#policies = parseCsp(csp).map((policy) => withAdded(policy, added));
    this.#untouched = untouched;
  }

  /** The policy of a page that holds no code itself. */
  get header(): string {
    return renderCsp(this.#policies);
  }

  /**
   * Gives each script and each style inside a page a nonce, and admits them. Nothing else is admitted that
   * was not before, and a page without any is left as it is.
   *
   * @param html as latin1
   */
  protect(html: string, makeNonce: () => string): { readonly header: string; readonly html: string } {
    const wanted = findCode(html).filter((tag) => this.#policies.some((policy) => this.#admits(policy, tag)));
    if (wanted.length === 0) return { header: this.header, html };
    const nonces = { script: makeNonce(), style: makeNonce() };
    const policies = this.#policies.map((policy) => {
      let changed = policy;
      for (const kind of ["script", "style"] as const) {
        if (wanted.some((tag) => tag.kind === kind && this.#admits(policy, tag)))
          changed = withSource(changed, directivesOf[kind], `'nonce-${nonces[kind]}'`);
      }
      return changed;
    });
    return { header: renderCsp(policies), html: withNonces(html, wanted, nonces) };
  }

  /** Whether the policy would refuse this code but for a nonce, and may be given one. */
  #admits(policy: Policy, { kind, isInline }: CodeTag): boolean {
    if (this.#untouched === true) return false;
    const directive = effective(policy, directivesOf[kind]);
    if (directive === null) return false;
    if (this.#untouched !== false) {
      const base = `${kind}-src`;
      if (this.#untouched.includes(directive.name) || this.#untouched.includes(base)) return false;
    }
    if (isNone(directive)) return false;
    const sources = directive.sources.map((source) => source.toLowerCase());
    const isStrict = sources.some((source) => /^'(?:nonce-|sha\d{3}-|strict-dynamic')/.test(source));
    // A nonce would make engines ignore 'unsafe-inline', and all that needs it would stop working.
    if (sources.includes("'unsafe-inline'") && !isStrict) return false;
    // With 'strict-dynamic' engines ignore all addresses, so files need a nonce, too.
    return isInline || (kind === "script" && sources.includes("'strict-dynamic'"));
  }
}

// Where an engine looks, in this order.
const directivesOf = {
  script: ["script-src-elem", "script-src", "default-src"],
  style: ["style-src-elem", "style-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
  connect: ["connect-src", "default-src"],
} as const;

function effective(policy: Policy, names: readonly string[]): Directive | null {
  for (const name of names) {
    const found = policy.find((directive) => directive.name === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether nothing at all is admitted, and that was meant. */
function isNone({ sources }: Directive): boolean {
  return sources.length === 0 || sources.some((source) => source.toLowerCase() === "'none'");
}

function withAdded(policy: Policy, added: AddedSources): Policy {
  let changed = policy;
  for (const kind of ["frame", "connect", "script", "style"] as const) {
    const present = effective(policy, directivesOf[kind]);
    // A page that is to have no code at all needs none of ours.
    const isMeant = (kind === "script" || kind === "style") && (present === null || isNone(present));
    if (isMeant) continue;
    for (const source of added[kind] ?? []) changed = withSource(changed, directivesOf[kind], source);
  }
  return changed;
}

/**
 * The policy with one source more in the directive that decides. `default-src` decides about much else: there
 * the directive of the matter itself is made, right behind it, with the same sources.
 */
function withSource(policy: Policy, names: readonly [string, ...string[]], source: string): Policy {
  const directive = effective(policy, names);
  if (directive === null) return policy;
  if (directive.sources.includes(source)) return policy;
  const sources = [...directive.sources.filter((each) => each.toLowerCase() !== "'none'"), source];
  const own = names[0].replace("-elem", "");
  const isDefault = directive.name === "default-src";
  return policy.flatMap((each) => {
    if (each !== directive) return [each];
    return isDefault ? [each, { name: own, sources }] : [{ name: each.name, sources }];
  });
}
