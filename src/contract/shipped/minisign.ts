// The text of a signature by minisign, and what ours says besides:
//
//   untrusted comment: …
//   base64    2  "ED": of the BLAKE2b-512 of the file; "Ed", of old: of the file itself
//             8  the key's number
//            64  Ed25519 signature
//   trusted comment: timestamp:<seconds>  file:<name>  version:<version>  target:<target>  expires:<seconds>  sha512:<hexadecimal>
//   base64   64  Ed25519 signature of the one above and of the trusted comment
//
// A tab separates what the trusted comment tells. Updates carry the whole as base64 once more, on one line.
//
// Source: https://jedisct1.github.io/minisign/.

/** What a signature tells of a file in its trusted comment. */
export interface TrustedFacts {
  /** Seconds since 1970. */
  readonly timestamp?: string;
  readonly file?: string;
  readonly version?: string;
  readonly target?: string;
  /** Seconds since 1970: until then nobody has to ask whether there is a newer version. */
  readonly expires?: string;
  /** Hexadecimal. */
  readonly sha512?: string;
}

/** The four lines of a signature; both parts of it are base64. */
export interface SignatureText {
  readonly box: string;
  readonly comment: string;
  readonly seal: string;
}

export function renderFacts(facts: TrustedFacts): string {
  // A line break would end the comment.
  const fact = ([name, value]: [string, string]) => `${name}:${value.replace(/[\t\r\n]/g, "_")}`;
  return Object.entries(facts).map(fact).join("\t");
}

/** @throws Error when something is told twice: readers could differ in which they take */
export function parseFacts(comment: string): TrustedFacts {
  const facts = new Map<string, string>();
  for (const part of comment.split("\t")) {
    const [, name, value] = /^([^:]*):(.*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) continue;
    if (facts.has(name)) throw new Error(`its trusted comment tells "${name}" twice`);
    facts.set(name, value);
  }
  return Object.fromEntries(facts);
}

export function renderSignature({ box, comment, seal }: SignatureText): string {
  return `untrusted comment: signature from framework secret key\n${box}\ntrusted comment: ${comment}\n${seal}\n`;
}

/** `null`: the text is no signature. */
export function parseSignature(text: string): SignatureText | null {
  const [, box, comment, seal] =
    /^untrusted comment: [^\n]*\n([^\n]+)\ntrusted comment: ([^\n]*)\n([^\n]+)\n?$/.exec(
      text.replaceAll("\r\n", "\n"),
    ) ?? [];
  return box === undefined || comment === undefined || seal === undefined ? null : { box, comment, seal };
}
