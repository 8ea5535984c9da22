// A public key of minisign, and the text of its signatures with the additions of ours:
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
// A tab separates the facts of the trusted comment. Updates carry each file as a whole in base64
// once more, on one line.
//
// Source: https://jedisct1.github.io/minisign/.

/** The parts of a public key. */
export interface PublicKeyBytes {
  /** The secret key has the same number. */
  readonly number: Uint8Array;
  readonly key: Uint8Array;
}

/**
 * Reads a public key as minisign writes it, or as base64. White space around its lines, empty lines
 * and a byte order mark are ignored: they are invisible when a key is copied.
 *
 * The configuration's check, the build and the app all use this parser. If they disagreed about a
 * key, the app would reject every update.
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
  // Each of several concatenated encodings ends at its padding.
  const wrapped = text.replace(/\s/g, "").match(/[^=]+={0,2}/g) ?? [];
  const inner = wrapped.map((one) => latin1Text(base64Bytes(one.replace(/=+$/, ""))));
  return inner.map((one) => one.replace(/^\u{ef}\u{bb}\u{bf}/u, "")).join("\n");
}

// The language itself has no encodings. Only comments may contain characters beyond ASCII here, and
// no code reads them.

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Without padding; an invalid character yields bytes that are no key. */
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

/** The facts about a file in the trusted comment of its signature. */
export interface TrustedFacts {
  /** Seconds since 1970. */
  readonly timestamp?: string;
  readonly file?: string;
  /**
   * `framework.bundle.identifier`: with one key for several apps, a release of one app is invalid
   * for another.
   */
  readonly app?: string;
  readonly version?: string;
  readonly target?: string;
  /** Seconds since 1970: until then apps need not check for a newer version. */
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

/** @throws Error for a duplicate fact: readers could differ in which one they use */
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
