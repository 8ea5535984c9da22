import { trimmedEnd } from "../../contract/text/trimmed-end.ts";
import { plainText } from "./plain-text.ts";

export interface Look {
  readonly font: string;
  readonly points: number;
}

/** A file as ASCII-only RTF: RTF unchanged, and any other text in this look. */
export function rtfOf(file: Uint8Array, look: Look): string {
  return isRtf(file) ? asciiRtf(file) : richText(plainText(file), look);
}

/** Whether bytes are RTF. */
export function isRtf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "{\\rtf";
}

/** The reason why a file is no licence that installers can show; `null`: it is one. */
export function reasonAgainstLicense(file: Uint8Array): string | null {
  if (isRtf(file)) return null;
  try {
    plainText(file);
    return null;
  } catch {
    return "it must be RTF, or text in UTF-8, or in UTF-16 with a byte order mark";
  }
}

/** Bytes beyond ASCII are escaped by number, because the RTF itself defines their meaning. */
function asciiRtf(bytes: Uint8Array): string {
  return trimmedEnd(Buffer.from(bytes).toString("latin1"), "\0").replaceAll(
    /[\x80-\xff]/g,
    (letter) => `\\'${letter.charCodeAt(0).toString(16)}`,
  );
}

/**
 * Every special character of RTF or of Windows Installer, and everything beyond ASCII, is escaped
 * by number: an installer treats text in brackets as one of its properties.
 */
function richText(text: string, { font, points }: Look): string {
  const body = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\{}[\]]/g, (letter) => `\\'${letter.charCodeAt(0).toString(16)}`)
    // UTF-16 units as signed numbers, each with a fallback for older readers.
    .replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${(letter.charCodeAt(0) << 16) >> 16}?`)
    .replaceAll("\t", "\\tab ")
    .replaceAll("\n", "\\par\n");
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss ${font};}}\\f0\\fs${2 * points} ${body}}`;
}
