// A scope of paths as the configuration spells it.

/** Patterns of paths, allowed and denied. */
export interface PathScopeDetail {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  /** `null`: true on Linux and macOS, false on Windows. */
  readonly requireLiteralLeadingDot?: boolean | null | undefined;
}

/** A text in a list is an allowed pattern. */
export type PathScope = readonly (string | PathScopeDetail)[] | PathScopeDetail;

/** A scope in its parts, those of a list taken together. */
export function scopeParts(scope: PathScope): {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly requireLiteralLeadingDot: boolean | null;
} {
  const details = detailsOf(scope);
  return {
    allow: details.flatMap(({ allow = [] }) => allow),
    deny: details.flatMap(({ deny = [] }) => deny),
    // The configuration has been checked: all entries agree.
    requireLiteralLeadingDot: details[0]?.requireLiteralLeadingDot ?? null,
  };
}

function detailsOf(scope: PathScope): readonly PathScopeDetail[] {
  if (!isList(scope)) return [scope];
  return scope.map((item) => (typeof item === "string" ? { allow: [item] } : item));
}

function isList(scope: PathScope): scope is Extract<PathScope, readonly unknown[]> {
  return Array.isArray(scope);
}
