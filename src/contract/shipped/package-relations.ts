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
 * `(`, such as `(one or other)`, and refuses to install a package that has another one. A name may
 * hold parentheses: `libfoo.so.1()(64bit)`.
 */
export const rpmRelation = /^([^\s<>=,]+)\s*(?:(<=|>=|<|>|=)\s*([^\s<>=,]+))?$/;

export function isRpmRelation(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith("(") ? isEnclosed(trimmed) : rpmRelation.test(trimmed);
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

export const rpmRelationText =
  "a name, or a name, one of < <= = >= > and a version, or a boolean dependency such as (one or other)";

export const rpmRelease = /^[A-Za-z0-9._+~^]+$/;
export const rpmReleaseText = "may not be empty, and may hold only letters, digits and . _ + ~ ^";
