/**
 * Checks `name`, `name (>= 1.2)`, `one | other`, or several apart by commas: dpkg installs no package with another text among
 * its relations. Source: Debian Policy, chapter 7; dpkg, lib/dpkg/fields.c.
 */
export function checkDebRelation(text: string): void {
  for (const one of text.split(/[,|]/)) {
    if (relation.test(one.trim())) continue;
    throw new Error(
      `Cannot use deb dependency "${text}": write the name of a package and, if needed, a version behind it, such as "libc6 (>= 2.31)"; the signs are <<, <=, =, >= and >>`,
    );
  }
}

const relation = /^[a-z0-9][\w+.-]*(:[a-z0-9-]+)?(\s*\(\s*(<<|<=|<|=|>|>=|>>)\s*[\w.+:~-]+\s*\))?$/i;
