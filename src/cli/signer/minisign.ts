import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  scryptSync,
  sign,
  type KeyObject,
} from "node:crypto";
import { readSync } from "node:fs";
import { basename } from "node:path";
import { withOpenFile } from "../../disk/read.ts";
import { renderFacts, renderSignature } from "../../contract/shipped/minisign.ts";

// Secret keys of minisign, and their signatures. A file is a comment line and a line of base64:
//
//   secret key   2  "Ed"
//                2  "Sc": encrypted with scrypt; two zero bytes: not encrypted
//                2  "B2": the checksum is BLAKE2b-256
//               32  salt
//                8  scrypt: operations limit, little endian
//                8  scrypt: memory limit in bytes
//              104  encrypted: key number (8), seed (32), public key (32), checksum (32; may be zero without a
//                   password)
//
// Updates carry each of these in base64 once more, on one line. Public keys and signatures:
// `contract/shipped/minisign.ts`.
//
// Source: https://jedisct1.github.io/minisign/ and the parameter choice of libsodium's scrypt.

/** libsodium's "sensitive" parameters: N = 2^20, r = 8, p = 1. */
const operations = 33_554_432n;
const memory = 1_073_741_824n;
const blockSize = 8;

const encryptedAt = 54;
const encryptedLength = 104;

export interface KeyPair {
  /** Both are one line, for files and for `updater.pubkey`. */
  readonly secretKey: string;
  readonly publicKey: string;
}

export interface SigningKey {
  readonly number: Buffer;
  readonly key: KeyObject;
}

/** Generates a pair of keys; without a password the secret one is not encrypted. */
export function generateKeys(password: string | null): KeyPair {
  const pair = generateKeyPairSync("ed25519");
  const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32);
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const number = randomBytes(8);
  const salt = randomBytes(32);
  const head = Buffer.alloc(encryptedAt);
  head.write("Ed", 0, "latin1");
  if (password !== null) head.write("Sc", 2, "latin1");
  head.write("B2", 4, "latin1");
  salt.copy(head, 6);
  head.writeBigUInt64LE(operations, 38);
  head.writeBigUInt64LE(memory, 46);
  const secret = Buffer.concat([number, seed, publicKey]);
  const body = Buffer.concat([secret, checksum(secret)]);
  const name = Buffer.from(number).reverse().toString("hex").toUpperCase();
  return {
    secretKey: wrap(`untrusted comment: framework secret key ${name}`, [
      head,
      password === null ? body : xor(body, keyStream(head, password)),
    ]),
    publicKey: wrap(`untrusted comment: framework public key: ${name}`, [
      Buffer.from("Ed"),
      number,
      publicKey,
    ]),
  };
}

/** Whether a secret key requires a password. */
export function isEncrypted(secretKey: string): boolean {
  return unwrap(secretKey).toString("latin1", 2, 4) === "Sc";
}

/** @throws Error when the text is no secret key, or the password is wrong */
export function openKey(secretKey: string, password: string): SigningKey {
  const bytes = unwrap(secretKey);
  const encrypted = bytes.subarray(encryptedAt);
  const body = isEncrypted(secretKey) ? xor(encrypted, keyStream(bytes, password)) : encrypted;
  const secret = body.subarray(0, 72);
  const sum = body.subarray(72);
  // minisign leaves the checksum of a key without a password at zero.
  const hasNone = !isEncrypted(secretKey) && sum.every((byte) => byte === 0);
  if (!hasNone && !checksum(secret).equals(sum))
    throw new Error(isEncrypted(secretKey) ? "the password does not fit" : "it is damaged");
  return { number: secret.subarray(0, 8), key: privateKey(secret.subarray(8, 40)) };
}

/** The facts that a signature binds to a file, besides its bytes. */
export interface BoundFacts {
  /** Seconds since 1970. */
  readonly time: number;
  /** Its identifier. */
  readonly app: string | null;
  readonly version: string | null;
  readonly target: string | null;
  /** Seconds since 1970; `null`: it is valid indefinitely. */
  readonly expires: number | null;
}

/** Bytes of a file that are in memory at a time. */
const pieceLength = 4 << 20;

/** Signs a file; the result is one line. */
export async function signFile(
  file: string,
  { number, key }: SigningKey,
  facts: BoundFacts,
): Promise<string> {
  const digest = createHash("blake2b512");
  const sha512 = createHash("sha512");
  withOpenFile(file, (opened) => {
    const piece = Buffer.allocUnsafe(pieceLength);
    for (let read = readSync(opened, piece); read > 0; read = readSync(opened, piece)) {
      digest.update(piece.subarray(0, read));
      sha512.update(piece.subarray(0, read));
    }
  });
  const signature = sign(null, digest.digest(), key);
  const comment = renderFacts({
    timestamp: String(facts.time),
    file: basename(file),
    ...(facts.app !== null && { app: facts.app }),
    ...(facts.version !== null && { version: facts.version }),
    ...(facts.target !== null && { target: facts.target }),
    ...(facts.expires !== null && { expires: String(facts.expires) }),
    sha512: sha512.digest("hex"),
  });
  const seal = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const box = Buffer.concat([Buffer.from("ED"), number, signature]);
  const text = renderSignature({
    box: box.toString("base64"),
    comment,
    seal: seal.toString("base64"),
  });
  return Buffer.from(text).toString("base64");
}

function wrap(comment: string, parts: readonly Buffer[]): string {
  return Buffer.from(`${comment}\n${Buffer.concat(parts).toString("base64")}\n`).toString("base64");
}

/** The bytes of a secret key as minisign writes it, or as one line. */
function unwrap(text: string): Buffer {
  const inner = text.trimStart().startsWith("untrusted comment:")
    ? text
    : Buffer.from(text, "base64").toString("utf8");
  const bytes = Buffer.from(inner.trim().split(/\r?\n/).at(-1) ?? "", "base64");
  const isKey =
    bytes.length === encryptedAt + encryptedLength &&
    /^Ed(?:Sc|\0\0)B2/.test(bytes.toString("latin1", 0, 6));
  if (!isKey) throw new Error("it is no secret key of minisign");
  return bytes;
}

function keyStream(head: Buffer, password: string): Buffer {
  const limit = Number(head.readBigUInt64LE(38));
  const bytes = Number(head.readBigUInt64LE(46));
  // libsodium derives N from the limits: the largest power of two within both.
  const most = limit < bytes / 32 ? limit / (blockSize * 4) : bytes / (blockSize * 128);
  const N = 2 ** Math.floor(Math.log2(most));
  const maxmem = N * blockSize * 128 + 2 ** 26;
  return scryptSync(password, head.subarray(6, 38), encryptedLength, {
    N,
    r: blockSize,
    p: 1,
    maxmem,
  });
}

function checksum(secret: Buffer): Buffer {
  const hasher = new Bun.CryptoHasher("blake2b256");
  hasher.update("Ed").update(secret);
  return hasher.digest();
}

function xor(bytes: Buffer, stream: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (stream[index] ?? 0)));
}

/** PKCS #8 is a fixed header and the seed. */
function privateKey(seed: Buffer): KeyObject {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}
