// Names on HFS+ are UTF-16, decomposed, with ":" and "/" changed for each other, and are the same in capitals and small
// letters. Both were settled when Unicode was at version 3.2, and stay so.
//
// Source: Apple, Technical Note TN1150, "Unicode Subtleties" and "Case-Insensitive String Comparison".

/** What Apple left as it is when it took characters apart. */
const together = /[^\u2000-\u2fff\uf900-\ufaff]+/g;

/** A name or path with its characters taken apart. */
export function decomposed(name: string): string {
  return name.replaceAll(together, (text) => text.normalize("NFD"));
}

/** A name as it is stored. */
export function storedName(name: string): string {
  return decomposed(name).replaceAll(":", "/");
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
/** Letters whose small form came to Unicode later, so that they have none here. */
const newer =
  /[\u0220-\u0250\u0370-\u037f\u03cf\u03f4-\u03ff\u048a-\u048f\u04c0\u04c5\u04c9\u04cd\u04f6\u04f7\u04fa-\u052f]/;

function folded(name: string): number[] {
  const seen = name.replaceAll(ignored, "");
  return Array.from({ length: seen.length }, (_, index) => foldUnit(seen.charAt(index)));
}

function foldUnit(unit: string): number {
  const code = unit.charCodeAt(0);
  if (code >= 0x10a0 && code <= 0x10c5) return code + 0x30; // Georgian
  const isFolded = code < 0x0590 || (code >= 0x2160 && code <= 0x216f) || (code >= 0xff21 && code <= 0xff3a);
  if (!isFolded || newer.test(unit)) return code;
  const small = unit.toLowerCase();
  return small.length === 1 ? small.charCodeAt(0) : code;
}
