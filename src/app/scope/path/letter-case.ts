import type { System } from "../../../contract/target.ts";

/**
 * A name in its form for comparisons. Two spellings of one file have the same form:
 *
 * - Linux: unchanged; case matters.
 * - Windows: simple case folding of Unicode, which never changes the number of letters (`ß` is not
 *   `ss`).
 * - macOS: the same on the composed form (NFC), because its file systems treat `é` and `e´` as one
 *   letter. They fold further, see `loose`; an existing path has the system's own spelling.
 */
export function comparable(name: string, system: System): string {
  return system === "linux" ? name : foldCase(composed(name, system));
}

/** The same for case-sensitive disks, which macOS has, too. */
export function composed(name: string, system: System): string {
  return system === "macos" ? name.normalize("NFC") : name;
}

/**
 * A name as the loosest disk of macOS compares it: decomposed into letters and accents, with full
 * case folding, by which `ß` is `ss`. It is for denied paths, whatever a disk treats as equal; a
 * pattern's `?` would count its letters differently. Source: bsd/vfs/vfs_unicode.c of XNU.
 */
export function loose(name: string): string {
  if (isAscii(name)) return name.toLowerCase();
  const apart = name.normalize("NFD");
  // Lower case first: ẞ has no other upper case.
  return Array.from(apart, (letter) =>
    letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase(),
  )
    .join("")
    .normalize("NFD");
}

/** Simple case folding of Unicode. */
export function foldCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : Array.from(text, foldLetter).join("");
}

// JavaScript has no case folding of its own. Upper case, then lower case gives it, once mappings to
// several letters are left out, and the dotless ı, whose upper case is the I of another letter.
function foldLetter(letter: string): string {
  if (letter === "ı") return letter;
  const upper = oneLetter(letter.toUpperCase(), letter);
  return oneLetter(upper.toLowerCase(), upper);
}

function oneLetter(mapped: string, otherwise: string): string {
  return Array.from(mapped).length === 1 ? mapped : otherwise;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
