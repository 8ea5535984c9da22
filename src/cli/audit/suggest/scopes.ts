import type { Path } from "../../../config/shape/tree.ts";
import { scopeParts } from "../../../contract/patterns/path-scope.ts";
import type { System } from "../../../contract/target.ts";
import type { CountedUse, UseKind } from "../../../contract/uses/uses.ts";
import { newer } from "./flags.ts";
import { usedText, type FoundUses } from "./found-uses.ts";
import { escapedPath, pathPatterns, urlPatterns, type Place } from "./generalise.ts";
import { coversPath } from "./path-cover.ts";
import type { Allowlist, Change, Proposal } from "./proposal.ts";
import { coversUrl } from "./url-cover.ts";

type PathScope = Allowlist["fs"]["scope"];

/** The remaining part of one pattern. */
type Narrowed =
  | { readonly to: readonly string[]; readonly why: readonly string[] }
  | { readonly kept: string | null };

/** Writes the used paths in place of the patterns that admitted them. */
export function pathScopeChanges(
  kind: "fs" | "asset",
  path: Path,
  scope: PathScope,
  found: FoundUses,
  system: System,
): Proposal {
  const hidden = scopeParts(scope).requireLiteralLeadingDot === false;
  const covers = (wide: string, narrow: string): boolean =>
    coversPath(wide, narrow, hidden, system);
  const places = patternPlaces(path, scope);
  const rules = places.map(({ pattern }) => pattern);
  const usesOf = new UsesOfPatterns(found, rules, (pattern, { kind: each, detail }) => {
    const end =
      each === "fs.entries" || each === "fs.listed" ? "/*" : each === "fs.listedTree" ? "/**" : "";
    return covers(pattern, escapedPath(detail) + end);
  });
  return narrowed(places, kind, (pattern) =>
    narrowedPath(kind, pattern, found, usesOf, (narrow) => covers(pattern, narrow)),
  );
}

/**
 * The uses admitted by each pattern of a scope. A use by a removed pattern belongs to the first one
 * that admits it now, so that a narrowed configuration keeps the uses of earlier sessions.
 */
class UsesOfPatterns {
  readonly #found: FoundUses;
  readonly #rules: readonly string[];
  readonly #admits: (pattern: string, use: CountedUse) => boolean;

  constructor(
    found: FoundUses,
    rules: readonly string[],
    admits: (pattern: string, use: CountedUse) => boolean,
  ) {
    this.#found = found;
    this.#rules = rules;
    this.#admits = admits;
  }

  by(kind: UseKind, pattern: string): readonly CountedUse[] {
    const earlier = this.#found
      .byOthers(kind, this.#rules)
      .filter((use) => this.#rules.find((rule) => this.#admits(rule, use)) === pattern);
    return [...this.#found.by(kind, pattern), ...earlier];
  }

  isFull(kind: UseKind, pattern: string): boolean {
    return this.#found.isFull(kind, pattern) || this.#found.areOthersFull(kind, this.#rules);
  }
}

/** The position of each allowed pattern. */
function patternPlaces(path: Path, scope: PathScope): readonly { path: Path; pattern: string }[] {
  const inDetail = (at: Path, allow: readonly string[]) =>
    allow.map((pattern, index) => ({ path: [...at, "allow", index], pattern }));
  if (!Array.isArray(scope))
    return inDetail(path, (scope as { readonly allow: readonly string[] }).allow);
  return (scope as Extract<PathScope, readonly unknown[]>).flatMap((item, index) =>
    typeof item === "string"
      ? [{ path: [...path, index], pattern: item }]
      : inDetail([...path, index], item.allow),
  );
}

function narrowedPath(
  kind: "fs" | "asset",
  pattern: string,
  found: FoundUses,
  usesOf: UsesOfPatterns,
  isInside: (narrow: string) => boolean,
): Narrowed {
  if (!found.wasOffered(kind, pattern)) return { kept: newer(JSON.stringify(pattern)) };
  const kinds =
    kind === "fs"
      ? (["fs", "fs.entries", "fs.listed", "fs.listedTree"] as const)
      : (["asset"] as const);
  if (kinds.some((each) => usesOf.isFull(each, pattern)))
    return { kept: `${JSON.stringify(pattern)}: more paths were used than are recorded` };
  const of = (each: (typeof kinds)[number], reach: Place["reach"]): Place[] =>
    usesOf.by(each, pattern).map(({ detail }) => ({ path: detail, reach }));
  const uses = kinds.flatMap((each) => usesOf.by(each, pattern));
  if (uses.length === 0) return { to: [], why: ["never used"] };
  const needed = [...of(kinds[0], "itself"), ...(kind === "fs" ? of("fs.entries", "entries") : [])];
  // Listings of folders are included, if this pattern would have admitted the later entries.
  const wished =
    kind === "fs" ? [...of("fs.listed", "entries"), ...of("fs.listedTree", "tree")] : [];
  for (const places of [[...needed, ...wished], needed]) {
    const patterns = pathPatterns(places);
    if (patterns?.every(isInside) === true) return { to: patterns, why: reasons(patterns, uses) };
  }
  return {
    kept: `${JSON.stringify(pattern)}: no narrower pattern surely admits everything that was used`,
  };
}

/** Writes the requested addresses in place of the patterns that admitted them. */
export function httpScopeChanges(scope: readonly string[], found: FoundUses): Proposal {
  const places = scope.map((pattern, index) => ({ path: ["http", "scope", index], pattern }));
  const usesOf = new UsesOfPatterns(found, scope, (pattern, { detail }) =>
    coversUrl(pattern, addressOf(detail)),
  );
  return narrowed(places, "http", (pattern) => narrowedUrl(pattern, found, usesOf));
}

/** The address of `GET https://…`. */
function addressOf(detail: string): string {
  return detail.replace(/^[A-Z]+ (?=[a-z]+:\/\/)/, "");
}

function narrowedUrl(pattern: string, found: FoundUses, usesOf: UsesOfPatterns): Narrowed {
  if (!found.wasOffered("http", pattern)) return { kept: newer(JSON.stringify(pattern)) };
  if (usesOf.isFull("http", pattern))
    return { kept: `${JSON.stringify(pattern)}: more addresses were used than are recorded` };
  const uses = usesOf.by("http", pattern);
  if (uses.length === 0) return { to: [], why: ["never used"] };
  const byOrigin = new Map<string, Set<string>>();
  for (const { detail } of uses) {
    const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/]*)(\/.*)$/s.exec(addressOf(detail)) ?? [];
    byOrigin.set(origin, (byOrigin.get(origin) ?? new Set()).add(path));
  }
  const lists = [...byOrigin].map(([origin, paths]) => urlPatterns(origin, [...paths]));
  const patterns = lists.flatMap((list) => list ?? [""]);
  if (!patterns.every((narrow) => coversUrl(pattern, narrow)))
    return {
      kept: `${JSON.stringify(pattern)}: no narrower pattern surely admits everything that was used`,
    };
  const why = reasons(patterns, uses);
  const namesHost = /^[^:]+:\/\/[^/]*\*/.test(pattern);
  return {
    to: patterns,
    why: namesHost
      ? [...why, "a host that is written out is reached wherever its name leads"]
      : why,
  };
}

/** The reason for each pattern: the uses with its prefix. */
function reasons(patterns: readonly string[], uses: readonly CountedUse[]): readonly string[] {
  const plain = (pattern: string): string => pattern.replace(/\[([*?[])\]/g, "$1");
  const claimed = new Set<CountedUse>();
  return patterns.map((pattern) => {
    const isFolder = /\/\*\*?$/.test(pattern);
    const start = isFolder ? pattern.replace(/\*+$/, "") : pattern;
    const own = uses.filter(({ detail }) => {
      const path = addressOf(detail);
      return path === plain(start) || (isFolder && `${path}/`.startsWith(plain(start)));
    });
    const unclaimed = own.filter((use) => !claimed.has(use));
    for (const use of unclaimed) claimed.add(use);
    return `${JSON.stringify(pattern)}: ${usedText(unclaimed.length > 0 ? unclaimed : own)}`;
  });
}

/** The changes to a list of patterns. A pattern that results from several is written once. */
function narrowed(
  places: readonly { readonly path: Path; readonly pattern: string }[],
  kind: "fs" | "asset" | "http",
  narrow: (pattern: string) => Narrowed,
): Proposal {
  const changes: Change[] = [];
  const kept: string[] = [];
  const done = new Set<string>();
  const stays = new Set<string>();
  const results = places.map((place) => ({ ...place, narrowed: narrow(place.pattern) }));
  for (const { pattern, narrowed: one } of results) if ("kept" in one) stays.add(pattern);
  for (const { path, pattern, narrowed: one } of results) {
    if ("kept" in one) {
      if (one.kept !== null) kept.push(`${kind} scope ${one.kept}`);
      continue;
    }
    const isSame = one.to.length === 1 && one.to[0] === pattern && !done.has(pattern);
    const items = one.to.filter((each) => !done.has(each) && !stays.has(each));
    for (const each of one.to) done.add(each);
    if (!isSame) changes.push({ do: "replace", path, items, why: one.why });
  }
  return { changes, kept };
}
