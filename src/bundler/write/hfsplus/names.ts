// Names on HFS+ are UTF-16, decomposed, with ":" and "/" swapped, and case-insensitive. Both rules
// are those of Unicode 3.2, and stay fixed.
//
// Source: Apple, Technical Note TN1150, "Unicode Subtleties" and "Case-Insensitive String
// Comparison".

/** Ranges that Apple excluded from decomposition. */
const together = /[^\u2000-\u2fff\uf900-\ufaff]+/g;

/** A name or path with its characters decomposed. */
export function decomposed(name: string): string {
  return name.replaceAll(together, (text) => text.normalize("NFD"));
}

/** A name as it is stored. */
export function storedName(name: string): string {
  return decomposed(name).replaceAll(":", "/");
}

interface Named {
  readonly path: string;
}

/**
 * Two names in a folder that differ only in case would be one.
 *
 * @param entries with their folders
 * @throws Error for those, and for a name that is too long
 */
export function checkEntryNames(entries: readonly Named[]): void {
  const folders = Map.groupBy(entries, ({ path }) =>
    path.slice(0, Math.max(0, path.lastIndexOf("/"))),
  );
  for (const members of folders.values()) {
    const sorted = members.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)));
    for (const [index, entry] of sorted.entries()) {
      const next = sorted[index + 1];
      if (next !== undefined && compareNames(nameOf(entry), nameOf(next)) === 0)
        throw new Error(
          `Cannot put "${entry.path}" beside "${next.path}": on macOS they are the same name`,
        );
      if (nameOf(entry).length > 255)
        throw new Error(
          `Cannot put "${entry.path}" on a volume: decomposed, as macOS stores names, this one has ${nameOf(entry).length} UTF-16 units, of which 255 fit; shorten it`,
        );
    }
  }
}

function nameOf({ path }: Named): string {
  return storedName(path.slice(path.lastIndexOf("/") + 1));
}

/** Orders two stored names. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [folded(one), folded(other)];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
 * Letters with a lower-case form here. Others are stored decomposed, or got theirs later, and have
 * none.
 */
const capitals =
  /[A-Z\u00c6\u00d0\u00d8\u00de\u0110\u0126\u0132\u013f\u0141\u014a\u0152\u0166\u0181-\u01a5\u01a7-\u01bc\u01c4\u01c5\u01c7\u01c8\u01ca\u01cb\u01e4\u01f1\u01f2\u0391-\u03a9\u03e2-\u03ee\u0402-\u042f\u0460-\u0480\u0490-\u04be\u04c3\u04c7\u04cb\u0531-\u0556\u2160-\u216f\uff21-\uff3a]/;

function folded(name: string): number[] {
  const seen = name.replaceAll(ignored, "");
  return Array.from({ length: seen.length }, (_, index) => foldUnit(seen.charAt(index)));
}

function foldUnit(unit: string): number {
  const code = unit.charCodeAt(0);
  if (code >= 0x10a0 && code <= 0x10c5) return code + 0x30; // Georgian: other forms now
  return capitals.test(unit) ? unit.toLowerCase().charCodeAt(0) : code;
}
