import { trimmedEnd } from "../../contract/text/trimmed-end.ts";

export interface Look {
  readonly font: string;
  readonly points: number;
}

/** A file as RTF of ASCII alone: what is RTF already, and any other text, in this look. */
export function rtfOf(file: Uint8Array, look: Look): string {
  return isRtf(file) ? asciiRtf(file) : richText(Buffer.from(file).toString(), look);
}

/** Whether bytes are RTF. */
export function isRtf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "{\\rtf";
}

/** What is beyond ASCII by its number, for it means what the RTF itself says. */
function asciiRtf(bytes: Uint8Array): string {
  return trimmedEnd(Buffer.from(bytes).toString("latin1"), "\0").replaceAll(
    /[\x80-\xff]/g,
    (letter) => `\\'${letter.charCodeAt(0).toString(16)}`,
  );
}

/**
 * Everything that means something to RTF or to Windows Installer, and all beyond ASCII, is written
 * by its number: an installer takes what stands in brackets for one of its properties.
 */
function richText(text: string, { font, points }: Look): string {
  const body = text
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\{}[\]]/g, (letter) => `\\'${letter.charCodeAt(0).toString(16)}`)
    // Units of UTF-16 as signed numbers, each with what readers show that do not know it.
    .replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${(letter.charCodeAt(0) << 16) >> 16}?`)
    .replaceAll("\t", "\\tab ")
    .replaceAll("\n", "\\par\n");
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss ${font};}}\\f0\\fs${2 * points} ${body}}`;
}
