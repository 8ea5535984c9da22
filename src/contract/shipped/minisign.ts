// A public key of minisign, and the text of its signatures with what ours say besides:
//
//   untrusted comment: …
//   base64    2  "Ed"
//             8  the key's number
//            32  Ed25519 public key
//
//   untrusted comment: …
//   base64    2  "ED": of the BLAKE2b-512 of the file; "Ed", of old: of the file itself
//             8  the key's number
//            64  Ed25519 signature
//   trusted comment: timestamp:<seconds>  file:<name>  app:<identifier>  version:<version>  target:<target>
//                      expires:<seconds>  sha512:<hexadecimal>
//   base64   64  Ed25519 signature of the one above and of the trusted comment
//
// A tab separates what the trusted comment tells. Updates carry each as a whole as base64 once
// more, on one line.
//
// Source: https://jedisct1.github.io/minisign/.

/** What a public key is made of. */
export interface PublicKeyBytes {
  /** That of its secret key, too. */
  readonly number: Uint8Array;
  readonly key: Uint8Array;
}

/**
 * Reads a public key as minisign writes it, or as base64. White space around its lines, empty lines
 * and the mark that editors put in front of UTF-8 are no part of it: who copies a key sees none of
 * them.
 *
 * The configuration's check, the build and the app all read it here. What one of them took and
 * another did not, or took for another key, would be an app that refuses every update.
 *
 * @throws Error whose message follows the name of the field
 */
export function parsePublicKeyText(text: string): PublicKeyBytes {
  const lines = unwrapped(text)
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const keys = lines.filter((line) => publicKeyLine.test(line));
  if (keys.length > 1) throw new Error(`must be one public key of minisign, not ${keys.length}`);
  const [comment = "", key = ""] = lines;
  if (lines.length !== 2 || !comment.startsWith(commentStart) || !publicKeyLine.test(key)) {
    throw new Error(
      "must be a public key of minisign: a line of comment and a line of base64, or both as base64 once more",
    );
  }
  const bytes = base64Bytes(key);
  return { number: bytes.subarray(2, 10), key: bytes.subarray(10) };
}

const commentStart = "untrusted comment:";
/** 42 bytes, which begin with "Ed". */
const publicKeyLine = /^RW[QRST][A-Za-z0-9+/]{53}$/;

function unwrapped(text: string): string {
  if (text.trimStart().startsWith(commentStart)) return text;
  // Of several one behind the other, each ends where its padding does.
  const wrapped = text.replace(/\s/g, "").match(/[^=]+={0,2}/g) ?? [];
  const inner = wrapped.map((one) => latin1Text(base64Bytes(one.replace(/=+$/, ""))));
  return inner.map((one) => one.replace(/^\u{ef}\u{bb}\u{bf}/u, "")).join("\n");
}

// The language itself knows no encodings. Of the texts here only comments may be other than ASCII,
// and nobody reads them.

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Without padding; what is no base64 becomes some bytes that are no key. */
function base64Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text) {
    held = ((held << 6) | digits.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

function latin1Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** What a signature tells of a file in its trusted comment. */
export interface TrustedFacts {
  /** Seconds since 1970. */
  readonly timestamp?: string;
  readonly file?: string;
  /**
   * `framework.bundle.identifier`: with one key for several apps, a release of one is none of
   * another.
   */
  readonly app?: string;
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
  return box === undefined || comment === undefined || seal === undefined
    ? null
    : { box, comment, seal };
}
