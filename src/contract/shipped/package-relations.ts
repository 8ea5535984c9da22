// The relations of a Linux package to others. The bundler writes them, and the configuration's
// check uses the same rules.

export const debRelationFields = ["depends", "provides", "conflicts", "replaces"] as const;
export type DebRelationField = (typeof debRelationFields)[number];

export const rpmRelationFields = ["depends", "provides", "conflicts", "obsoletes"] as const;
export type RpmRelationField = (typeof rpmRelationFields)[number];

/**
 * Debian's: `name`, `name (>= 1.2)`, or several separated by commas; in `depends` also `one |
 * other`, and in `provides` only exact versions. dpkg rejects a package with any other text in its
 * relations, and ignores a name that is provided in a range of versions. Source: Debian Policy,
 * chapter 7; dpkg, lib/dpkg/fields.c.
 */
export function isDebRelation(text: string, field: DebRelationField): boolean {
  return text
    .split(field === "depends" ? /[,|]/ : ",")
    .every((one) => debRelation.test(one.trim()) && !(field === "provides" && /[<>]/.test(one)));
}

const debRelation =
  /^[a-z0-9][\w+.-]*(:[a-z0-9-]+)?(\s*\(\s*(<<|<=|<|=|>|>=|>>)\s*[\w.+:~-]+\s*\))?$/i;

export function debRelationText(field: DebRelationField): string {
  const name = "the name of a package and, if needed,";
  if (field === "provides") return `${name} its exact version behind it, such as "tool (= 1.2)"`;
  const only = field === "depends" ? "" : ", without alternatives";
  return `${name} a version behind it, such as "libc6 (>= 2.31)"; the signs are <<, <=, =, >= and >>${only}`;
}

/**
 * rpm's: a name, or a name, an operator and a version. rpm itself parses a text that begins with
 * `(`, such as `(one or other)`, and refuses to install a package that has another one. It does so
 * in `depends` and `conflicts` alone: rpmbuild refuses such a text elsewhere. A name may hold
 * parentheses: `libfoo.so.1()(64bit)`.
 */
export const rpmRelation = /^([^\s<>=,]+)\s*(?:(<=|>=|<|>|=)\s*([^\s<>=,]+))?$/;

export function isRpmRelation(text: string, field: RpmRelationField): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith("(")) return rpmRelation.test(trimmed);
  return mayBeBoolean(field) && isEnclosed(trimmed);
}

function mayBeBoolean(field: RpmRelationField): boolean {
  return field === "depends" || field === "conflicts";
}

/** Whether the parenthesis that a text begins with ends at its end, and all others before it. */
function isEnclosed(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    if (depth === 0) return at === text.length - 1 && /\w/.test(text);
  }
  return false;
}

export function rpmRelationText(field: RpmRelationField): string {
  const boolean = mayBeBoolean(field) ? ", or a boolean dependency such as (one or other)" : "";
  return `a name, or a name, one of < <= = >= > and a version${boolean}`;
}

export const rpmRelease = /^[A-Za-z0-9._+~^]+$/;
export const rpmReleaseText = "may not be empty, and may hold only letters, digits and . _ + ~ ^";

/** Source: Debian Policy, section 2.4. Distributions have sections of their own. */
export const debSection = /^([a-z0-9.+-]+\/)?[a-z0-9.+-]+$/i;
export const debSectionText =
  'must be one name, after an area and "/" if needed; for example "utils"';
