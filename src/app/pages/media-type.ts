// Decides which files are video or sound: by their names, or by their first bytes if the name is
// inconclusive.

/** The first bytes of each format, in latin1; `.` is any byte. */
const signatures = [
  "RIFF....WAVE",
  "RIFF....AVI ",
  "OggS",
  "fLaC",
  "ID3",
  "....ftyp",
  // EBML: Matroska and WebM.
  "\x1a\x45\xdf\xa3",
  "FORM....AIF",
  "#!AMR",
  "MAC ",
  "wvpk",
] as const;

/** The number of bytes that identify each of them. */
export const longestSignature = 12;

/** @param type by the file's name */
export function isMedia(type: string, beginning: Uint8Array): boolean {
  if (/^(?:audio|video)\//.test(type)) return true;
  const isFrame = beginning[0] === 0xff && ((beginning[1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || signatures.some((signature) => begins(beginning, signature));
}

function begins(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature).every(
    (sign, index) => sign === "." || bytes[index] === sign.charCodeAt(0),
  );
}
