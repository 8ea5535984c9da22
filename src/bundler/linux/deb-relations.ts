/**
 * Checks `name`, `name (>= 1.2)`, `one | other`, or several apart by commas: dpkg installs no package with another text among
 * its relations. Source: Debian Policy, chapter 7; dpkg, lib/dpkg/fields.c.
 */
export function checkDebRelation(text: string): void {
  for (const one of text.split(/[,|]/)) {
    if (relation.test(one.trim())) continue;
    throw new Error(
      `Cannot use deb dependency "${text}": write a name, and behind it in brackets, if need be, one of << <= = >= >> and a version`,
    );
  }
}

const relation = /^[a-z0-9][\w+.-]*(:[a-z0-9-]+)?(\s*\(\s*(<<|<=|<|=|>|>=|>>)\s*[\w.+:~-]+\s*\))?$/i;
