import { FrameworkError } from "../../contract/errors.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The path in bytes that came from the toolkit. Linux accepts any bytes; a page accepts only
 * Unicode.
 */
export function pathOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new FrameworkError(
      "bad-path",
      `Cannot use the path "${escapedPath(bytes)}": its name must be valid Unicode`,
    );
  }
}

/** Printable ASCII unchanged, other bytes as `\xNN`. */
function escapedPath(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

/** The path of a `file:` address, as bytes: `%FF` is a byte of a name, not text. */
export function pathOfFileUri(uri: string): Uint8Array {
  const match = /^file:\/\/(?:localhost)?(\/.*)$/s.exec(uri);
  if (match?.[1] === undefined)
    throw new FrameworkError("bad-path", `Cannot use "${uri}": want a file of this machine`);
  const bytes: number[] = [];
  const encoded = Buffer.from(match[1]);
  for (let index = 0; index < encoded.length; index++) {
    const hex =
      encoded[index] === 0x25
        ? /^[0-9a-f]{2}$/i.exec(encoded.toString("latin1", index + 1, index + 3))
        : null;
    if (hex !== null) index += 2;
    bytes.push(hex === null ? (encoded[index] ?? 0) : Number.parseInt(hex[0], 16));
  }
  return Uint8Array.from(bytes);
}

/** The pattern of an extension, for toolkits with case-sensitive patterns. */
export function extensionPattern(extension: string): string {
  return extension === "*" ? "*" : `*.${Array.from(extension, eitherCase).join("")}`;
}

function eitherCase(letter: string): string {
  if ("*?[]".includes(letter)) return `[${letter}]`;
  if (letter === "\\") return "\\\\";
  // Some letters have no single capital letter: that of "ß" is "SS".
  const forms = [letter.toLowerCase(), letter.toUpperCase()].filter(
    (form) => Array.from(form).length === 1,
  );
  const [small = letter, capital = letter] = forms;
  return small === capital ? small : `[${small}${capital}]`;
}
