// The relations of a Linux package to others. The bundler writes them, and the configuration's
// check uses the same rules.

/**
 * Debian's: `name`, `name (>= 1.2)`, `one | other`, or several separated by commas: dpkg rejects a
 * package with any other text in its relations. Source: Debian Policy, chapter 7; dpkg,
 * lib/dpkg/fields.c.
 */
export function isDebRelation(text: string): boolean {
  return text.split(/[,|]/).every((one) => debRelation.test(one.trim()));
}

const debRelation =
  /^[a-z0-9][\w+.-]*(:[a-z0-9-]+)?(\s*\(\s*(<<|<=|<|=|>|>=|>>)\s*[\w.+:~-]+\s*\))?$/i;

export const debRelationText =
  'the name of a package and, if needed, a version behind it, such as "libc6 (>= 2.31)"; the signs are <<, <=, =, >= and >>';

/**
 * rpm's: a name, or a name, an operator and a version. rpm itself parses a text that begins with
 * `(`, such as `(one or other)`.
 */
export const rpmRelation = /^([^\s<>=]+)\s*(?:(<=|>=|<|>|=)\s*([^\s<>=]+))?$/;

export function isRpmRelation(text: string): boolean {
  return text.trim().startsWith("(") || rpmRelation.test(text.trim());
}

export const rpmRelationText = "a name, or a name, one of < <= = >= > and a version";

export const rpmRelease = /^[A-Za-z0-9._+~^]+$/;
export const rpmReleaseText = "may not be empty, and may hold only letters, digits and . _ + ~ ^";
