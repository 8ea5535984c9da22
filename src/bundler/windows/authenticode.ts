import { createHash } from "node:crypto";
import type { Signer } from "../signing/certificate.ts";
import {
  derOf,
  identifier,
  implicit,
  inside,
  integer,
  noBits,
  octets,
  sequence,
  tagged,
  time,
  type Value,
} from "../signing/der.ts";
import { algorithm, attribute, digests, signedData, type Digest } from "../signing/signed-data.ts";
import { timeStamp, type TimeStampServer } from "../signing/time-stamp.ts";

// Authenticode: a CMS signature over the digest of a file. Source: "Windows Authenticode Portable
// Executable Signature Format", and for Windows Installer's files the behaviour of osslsigncode.

/** The signing of files for Windows. */
export interface AuthenticodeOptions {
  readonly signer: Signer;
  readonly digest: Digest;
  /** `null`: without a time stamp, so that signatures expire with the certificate. */
  readonly timeStamp: TimeStampServer | null;
  /** The name and the address that Windows shows when it asks about the program. */
  readonly program: string | null;
  readonly homepage: string | null;
  /** A signed attribute; `null`: no time, so that the same file gives the same bytes. */
  readonly time: Date | null;
}

const SPC_INDIRECT_DATA = "1.3.6.1.4.1.311.2.1.4";
const SPC_STATEMENT_TYPE = "1.3.6.1.4.1.311.2.1.11";
const SPC_SP_OPUS_INFO = "1.3.6.1.4.1.311.2.1.12";
const SPC_PE_IMAGE_DATA = "1.3.6.1.4.1.311.2.1.15";
const SPC_INDIVIDUAL_SP_KEY_PURPOSE = "1.3.6.1.4.1.311.2.1.21";
const SPC_SIPINFO = "1.3.6.1.4.1.311.2.1.30";
const SIGNING_TIME = "1.2.840.113549.1.9.5";

/** The file kinds of digests. */
const kinds = {
  executable: () =>
    sequence(
      identifier(SPC_PE_IMAGE_DATA),
      // Flags, and a link to a file without a name.
      sequence(noBits(), tagged(0, tagged(2, implicit(0, Buffer.alloc(0))))),
    ),
  installer: () =>
    sequence(
      identifier(SPC_SIPINFO),
      sequence(
        integer(1),
        octets(Buffer.from("f1100c0000000000c000000000000046", "hex")),
        ...[0, 0, 0, 0, 0].map((number) => integer(number)),
      ),
    ),
} as const;

/** Makes the signature of a file with this digest. */
export async function authenticode(
  kind: keyof typeof kinds,
  hash: Uint8Array,
  options: AuthenticodeOptions,
): Promise<Buffer> {
  const { digest, signer, timeStamp: server, time: when } = options;
  const content = sequence(
    kinds[kind](),
    sequence(algorithm(digests[digest].identifier), octets(hash)),
  );
  // The digest covers the content without its own tag and length.
  const bytes = Buffer.concat(inside(content).map(derOf));
  return signedData(
    { type: SPC_INDIRECT_DATA, content, bytes },
    {
      signer,
      digest,
      attributes: [
        attribute(SPC_STATEMENT_TYPE, sequence(identifier(SPC_INDIVIDUAL_SP_KEY_PURPOSE))),
        attribute(SPC_SP_OPUS_INFO, opusInfo(options)),
        ...(when === null ? [] : [attribute(SIGNING_TIME, time(when))]),
      ],
      stamp: server === null ? undefined : (signature) => timeStamp(signature, digest, server),
    },
  );
}

function opusInfo({ program, homepage }: AuthenticodeOptions): Value {
  return sequence(
    ...(program === null ? [] : [tagged(0, implicit(0, Buffer.from(program, "utf16le").swap16()))]),
    ...(homepage === null ? [] : [tagged(1, implicit(0, Buffer.from(homepage, "ascii")))]),
  );
}

/** The positions in an executable that a signature changes. */
interface Places {
  readonly checksum: number;
  /** The entry of the data directory table for the signature: address and length. */
  readonly directory: number;
}

function placesIn(file: Buffer): Places {
  const head =
    file.length > 0x40 && file.toString("latin1", 0, 2) === "MZ" ? file.readUInt32LE(0x3c) : -1;
  if (
    head < 0 ||
    file.length < head + 24 + 152 ||
    file.toString("latin1", head, head + 4) !== "PE\0\0"
  )
    throw new Error("Cannot sign: want an executable of Windows");
  const optional = head + 24;
  const is64Bit = file.readUInt16LE(optional) === 0x20b;
  return { checksum: optional + 64, directory: optional + (is64Bit ? 112 : 96) + 4 * 8 };
}

/** Whether an executable has a signature; `false` for any other file. */
export function isSigned(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return file.readUInt32LE(placesIn(file).directory) !== 0;
  } catch {
    return false;
  }
}

/** Signs an executable, replacing its signature. */
export async function signExecutable(
  bytes: Uint8Array,
  options: AuthenticodeOptions,
): Promise<Uint8Array> {
  const { checksum, directory } = placesIn(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  const file = Buffer.from(bytes);
  const old = file.readUInt32LE(directory);
  if (old !== 0 && (old < directory + 8 || old > file.length))
    throw new Error(
      "Cannot sign: the signature that it has is not in the file; it is cut short, or damaged",
    );
  const body = padded(old === 0 ? file : file.subarray(0, old));
  const hash = createHash(options.digest)
    .update(body.subarray(0, checksum))
    .update(body.subarray(checksum + 4, directory))
    .update(body.subarray(directory + 8))
    .digest();
  const signature = await authenticode("executable", hash, options);
  // WIN_CERTIFICATE: length, revision 2.0, kind 2 (PKCS #7), then the signature, padded to eight
  // bytes.
  const head = Buffer.alloc(8);
  const entry = padded(Buffer.concat([head, signature]));
  entry.writeUInt32LE(entry.length, 0);
  entry.writeUInt16LE(0x200, 4);
  entry.writeUInt16LE(2, 6);
  const signed = Buffer.concat([body, entry]);
  signed.writeUInt32LE(body.length, directory);
  signed.writeUInt32LE(entry.length, directory + 4);
  signed.writeUInt32LE(checksumOf(signed, checksum), checksum);
  return signed;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
}

/** The sum of all 16-bit words except the checksum's own, with carry, plus the length. */
function checksumOf(file: Buffer, place: number): number {
  const words = new Uint16Array(new Uint8Array(file).buffer);
  let sum = 0;
  for (const [index, word] of words.entries()) {
    if (index === place / 2 || index === place / 2 + 1) continue;
    sum += word;
    sum = (sum & 0xffff) + (sum >>> 16);
  }
  return (sum + file.length) >>> 0;
}
