import { findCode, withNonces, type ScriptTag } from "./html.ts";

/** A policy as the configuration spells it. */
export type Csp = string | Readonly<Record<string, string | readonly string[]>>;

/** One directive: a name in lower case, and its sources as they were written. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/** The directives of one policy, in the order they were written, each name once. */
export type Policy<D extends Directive = Directive> = readonly D[];

/** A directive that knows where in the policy's text it begins, and each of its sources. */
export interface WrittenDirective extends Directive {
  readonly start: number;
  readonly starts: readonly number[];
}

/** A policy as one text, and the parts of the configuration that it was composed from. */
export interface CspText {
  readonly text: string;
  /** The path from the policy's own field to each part, and the part's start in the text. */
  readonly parts: readonly {
    readonly path: readonly (string | number)[];
    readonly start: number;
  }[];
}

export function cspText(csp: Csp): CspText {
  if (typeof csp === "string") return { text: csp, parts: [{ path: [], start: 0 }] };
  let text = "";
  const parts: CspText["parts"][number][] = [];
  for (const [name, sources] of Object.entries(csp)) {
    text += name;
    for (const [index, part] of [sources].flat().entries()) {
      text += " ";
      parts.push({
        path: typeof sources === "string" ? [name] : [name, index],
        start: text.length,
      });
      text += part;
    }
    text += ";";
  }
  return { text, parts };
}

/**
 * Reads a policy as the configuration spells it. A text may hold several policies, separated by
 * commas: all apply.
 */
export function parseCsp(csp: Csp): readonly Policy<WrittenDirective>[] {
  return pieces(cspText(csp).text, 0, ",")
    .filter(({ text }) => text !== "")
    .map(parsePolicy)
    .filter((policy) => policy.length > 0);
}

interface Piece {
  readonly text: string;
  readonly start: number;
}

/** The texts between the separators, with their positions. */
function pieces(text: string, start: number, mark: string): Piece[] {
  let at = start;
  return text.split(mark).map((piece) => {
    const found = { text: piece, start: at };
    at += piece.length + mark.length;
    return found;
  });
}

function parsePolicy({ text, start }: Piece): Policy<WrittenDirective> {
  const directives = new Map<string, WrittenDirective>();
  for (const part of pieces(text, start, ";")) {
    if (part.text === "") continue;
    const [first, ...words] = part.text.matchAll(/[^\t\n\f\r ]+/g);
    const name = first?.[0].toLowerCase();
    // Engines take the first of two directives of one name.
    if (first === undefined || name === undefined || directives.has(name)) continue;
    directives.set(name, {
      name,
      start: part.start + first.index,
      sources: words.map(([word]) => word),
      starts: words.map((word) => part.start + word.index),
    });
  }
  return [...directives.values()];
}

// The order in which an engine looks for a directive.
const directivesOf = {
  script: ["script-src-elem", "script-src", "default-src"],
  handler: ["script-src-attr", "script-src", "default-src"],
  eval: ["script-src", "default-src"],
  style: ["style-src-elem", "style-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
  connect: ["connect-src", "default-src"],
  object: ["object-src", "default-src"],
  media: ["media-src", "default-src"],
  base: ["base-uri"],
} as const;

/**
 * The kinds of page activity that a policy controls; `script`: running one, `handler`: one in an
 * attribute, `eval`: creating one from text.
 */
export type CspMatter = keyof typeof directivesOf;

/** The directive that decides about an activity; `null`: the policy has none. */
export function decidingDirective<D extends Directive>(
  policy: Policy<D>,
  matter: CspMatter,
): D | null {
  for (const name of directivesOf[matter]) {
    const found = policy.find((directive) => directive.name === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the directive deliberately admits no source. */
function isNone(directive: Directive): boolean {
  return directive.sources.length === 0 || hasSource(directive, "'none'");
}

/** @param source in lower case */
export function hasSource({ sources }: Directive, source: string): boolean {
  return sources.some((each) => each.toLowerCase() === source);
}

/**
 * Whether all inline code runs, whatever its author: engines ignore `'unsafe-inline'` beside a
 * nonce or a hash.
 */
export function admitsAnyInline(directive: Directive): boolean {
  const isStrict = directive.sources.some((source) =>
    /^'(?:nonce-|sha\d{3}-|strict-dynamic')/i.test(source),
  );
  return hasSource(directive, "'unsafe-inline'") && !isStrict;
}

/** Whether the policy blocks scripts in attributes, such as `onclick`. */
export function refusesHandlers(csp: Csp): boolean {
  return parseCsp(csp).some((policy) => {
    const directive = decidingDirective(policy, "handler");
    return (
      directive !== null && !admitsAnyInline(directive) && !hasSource(directive, "'unsafe-hashes'")
    );
  });
}

/**
 * The directive that gets a nonce for inline scripts or styles; `null`: none.
 *
 * @param untouched `dangerousDisableAssetCspModification`
 */
export function directiveWithNonce<D extends Directive>(
  policy: Policy<D>,
  kind: "script" | "style",
  untouched: boolean | readonly string[],
): D | null {
  const directive = decidingDirective(policy, kind);
  if (directive === null || untouched === true || isNone(directive)) return null;
  if (
    untouched !== false &&
    (untouched.includes(directive.name) || untouched.includes(`${kind}-src`))
  )
    return null;
  // With a nonce, engines would ignore 'unsafe-inline', and all code that needs it would stop
  // working.
  return admitsAnyInline(directive) ? null : directive;
}

/** The policies as the text of a `Content-Security-Policy` header. */
export function renderCsp(policies: readonly Policy[]): string {
  return policies
    .map((policy) => policy.map(({ name, sources }) => [name, ...sources].join(" ")).join("; "))
    .join(", ");
}

/** Stands in a policy for the nonce that each document makes for itself. */
export const noncePlaceholder = "a-nonce-of-the-document";

/** Sources that the framework itself requires, admitted in addition to the policy. */
export interface AddedSources extends Partial<
  Readonly<Record<"frame" | "script" | "style" | "connect", readonly string[]>>
> {
  /** Adds sources that depend on those of a policy, with `dangerousDisableAssetCspModification`. */
  readonly adapt?: ((policy: Policy, untouched: boolean | readonly string[]) => Policy) | null;
}

const headerDirectives: ReadonlySet<string> = new Set(["frame-ancestors", "report-uri", "sandbox"]);

/** The policy that is sent with the app's pages, and the nonces of their inline code. */
export class PagePolicy {
  readonly #policies: readonly Policy[];
  readonly #untouched: boolean | readonly string[];

  /**
   * @param untouched `dangerousDisableAssetCspModification`
   */
  constructor(csp: Csp, untouched: boolean | readonly string[], added: AddedSources = {}) {
    const { adapt = null } = added;
    this.#policies = parseCsp(csp).map((policy) => {
      const changed = withAdded(policy, added);
      return adapt === null ? changed : adapt(changed, untouched);
    });
    this.#untouched = untouched;
  }

  /** The policy of a page without inline code. */
  get header(): string {
    return renderCsp(this.#policies);
  }

  /**
   * Each policy as the content of a `<meta>`, with `noncePlaceholder` for inline scripts. Three
   * directives are valid in headers only.
   */
  get metas(): readonly string[] {
    return this.#policies
      .map((policy) => {
        const hasNonce = directiveWithNonce(policy, "script", this.#untouched) !== null;
        return hasNonce ? withSource(policy, "script", `'nonce-${noncePlaceholder}'`) : policy;
      })
      .map((policy) => renderCsp([policy.filter(({ name }) => !headerDirectives.has(name))]));
  }

  /**
   * Gives each inline script and style a nonce, and admits them. Admits nothing else, and leaves a
   * page without inline code unchanged.
   *
   * @param html as latin1
   */
  protect(
    html: string,
    makeNonce: () => string,
  ): { readonly header: string; readonly html: string } {
    const wanted = findCode(html).filter((tag) =>
      this.#policies.some((policy) => this.#admits(policy, tag)),
    );
    if (wanted.length === 0) return { header: this.header, html };
    const nonces = { script: makeNonce(), style: makeNonce() };
    const policies = this.#policies.map((policy) => {
      let changed = policy;
      for (const kind of ["script", "style"] as const) {
        if (wanted.some((tag) => tag.kind === kind && this.#admits(policy, tag)))
          changed = withSource(changed, kind, `'nonce-${nonces[kind]}'`);
      }
      return changed;
    });
    return { header: renderCsp(policies), html: withNonces(html, wanted, nonces) };
  }

  /** Whether the policy would block this code without a nonce, and permits adding one. */
  #admits(policy: Policy, { kind, isInline }: ScriptTag): boolean {
    const directive = directiveWithNonce(policy, kind, this.#untouched);
    if (directive === null) return false;
    // With 'strict-dynamic' engines ignore all addresses, so files need a nonce, too.
    return isInline || (kind === "script" && hasSource(directive, "'strict-dynamic'"));
  }
}

function withAdded(
  policy: Policy,
  { frame = [], script = [], style = [], connect = [] }: AddedSources,
): Policy {
  const add = (to: Policy, matter: CspMatter, sources: readonly string[]): Policy =>
    sources.reduce((changed, source) => withSource(changed, matter, source), to);
  /** A page whose policy forbids all code needs none of ours. */
  const addMeant = (to: Policy, matter: "script" | "style", sources: readonly string[]): Policy => {
    const present = decidingDirective(policy, matter);
    return present === null || isNone(present) ? to : add(to, matter, sources);
  };
  const changed = add(add(policy, "frame", frame), "connect", connect);
  return addMeant(addMeant(changed, "script", script), "style", style);
}

/**
 * The policy with one more source in the directive that decides. `default-src` decides about many
 * kinds: then the specific directive is added right behind it, with the same sources.
 */
export function withSource(policy: Policy, matter: CspMatter, source: string): Policy {
  const directive = decidingDirective(policy, matter);
  if (directive === null) return policy;
  if (directive.sources.includes(source)) return policy;
  const sources = [...directive.sources.filter((each) => each.toLowerCase() !== "'none'"), source];
  const own = directivesOf[matter][0].replace("-elem", "");
  const isDefault = directive.name === "default-src";
  return policy.flatMap((each) => {
    if (each !== directive) return [each];
    return isDefault ? [each, { name: own, sources }] : [{ name: each.name, sources }];
  });
}
