// Text that becomes a field of another format: a control file, a header, a list of names. A line
// break would end the field there and begin another one. Unpaired surrogates, U+FFFE and U+FFFF are
// no characters, and XML cannot hold them.

const control = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]/u;
// The same without tabs and line breaks, for texts whose lines are folded or joined.
const controlInLines = /[^\P{Cc}\t\n\r]|[\p{Cs}\u2028\u2029\ufffe\uffff]/u;

/** The first control character of a text, such as `U+000A`; `null`: it has none. */
export function controlCharacter(text: string, { hasLines = false } = {}): string | null {
  const [found] = (hasLines ? controlInLines : control).exec(text) ?? [];
  if (found === undefined) return null;
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
