/**
 * The text of a file that was written by hand: UTF-8, or UTF-16 with its byte order mark, which
 * older editors of Windows write. The mark is no part of the text.
 * @throws when it is neither, as with text in a code page
 */
export function plainText(file: Uint8Array): string {
  const [first, second] = file;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const encoding = isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(file);
}
