/** The encoding of a database's texts. */
export interface Codepage {
  readonly number: number;
  readonly encode: (text: string) => Buffer;
}

const UTF8 = 65001;

/**
 * The code page of a language when it has all letters of the texts, or else UTF-8: Windows
 * Installer supports it, but its reference lists only those of languages. Of multi-byte code pages
 * only the shared part is used.
 */
export function codepageFor(texts: readonly string[], ansi: number): Codepage {
  const table = ansi >= 1250 && ansi <= 1258 ? lettersOf(ansi) : new Map<string, number>();
  const others = new Set(texts.join("").replaceAll(/[\0-\x7f]/g, ""));
  if ([...others].every((letter) => table.has(letter)))
    return {
      number: ansi,
      encode: (text) =>
        Buffer.from(Array.from(text, (letter) => table.get(letter) ?? letter.charCodeAt(0))),
    };
  return { number: UTF8, encode: (text) => Buffer.from(text) };
}

/** The letters that a single-byte code page has beyond ASCII. */
function lettersOf(ansi: number): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(`windows-${ansi}` as "windows-1252");
  const bytes = Array.from({ length: 128 }, (_, index) => index + 128);
  return new Map(bytes.map((byte) => [decoder.decode(new Uint8Array([byte])), byte] as const));
}
