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
import {
  joined,
  piecesOf,
  readPart,
  slice,
  type JoinedSource,
  type Source,
} from "../write/source.ts";

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

function placesIn(file: Source): Places {
  const start = readPart(file, 0, Math.min(0x40, file.length));
  const head =
    file.length > 0x40 && start.toString("latin1", 0, 2) === "MZ" ? start.readUInt32LE(0x3c) : -1;
  const optional = head + 24;
  if (
    head < 0 ||
    file.length < optional + 152 ||
    readPart(file, head, head + 4).toString("latin1") !== "PE\0\0"
  )
    throw new Error("want an executable of Windows");
  const is64Bit = readPart(file, optional, optional + 2).readUInt16LE() === 0x20b;
  return { checksum: optional + 64, directory: optional + (is64Bit ? 112 : 96) + 4 * 8 };
}

/** The position of an executable's signature; 0: it has none. */
function signatureIn(file: Source, { directory }: Places): number {
  return readPart(file, directory, directory + 4).readUInt32LE();
}

/** Whether a file is an executable of Windows without a signature. */
export function isUnsigned(file: Source): boolean {
  try {
    return signatureIn(file, placesIn(file)) === 0;
  } catch {
    return false;
  }
}

/** Signs an executable, replacing its signature. */
export async function signExecutable(
  file: Source,
  options: AuthenticodeOptions,
): Promise<JoinedSource> {
  const places = placesIn(file);
  const { checksum, directory } = places;
  const old = signatureIn(file, places);
  if (old !== 0 && (old < directory + 8 || old > file.length))
    throw new Error("the signature that it has is not in the file; it is cut short, or damaged");
  const unsigned = old === 0 ? file : slice(file, 0, old);
  const body = joined([unsigned, Buffer.alloc(-unsigned.length & 7)]);
  const hash = createHash(options.digest);
  for (const part of [
    slice(body, 0, checksum),
    slice(body, checksum + 4, directory),
    slice(body, directory + 8),
  ])
    for (const piece of piecesOf(part)) hash.update(piece);
  const signature = await authenticode("executable", hash.digest(), options);
  // WIN_CERTIFICATE: length, revision 2.0, kind 2 (PKCS #7), then the signature, padded to eight
  // bytes.
  const head = Buffer.alloc(8);
  const entry = padded(Buffer.concat([head, signature]));
  entry.writeUInt32LE(entry.length, 0);
  entry.writeUInt16LE(0x200, 4);
  entry.writeUInt16LE(2, 6);
  const headers = readPart(body, 0, directory + 8);
  headers.writeUInt32LE(body.length, directory);
  headers.writeUInt32LE(entry.length, directory + 4);
  headers.writeUInt32LE(0, checksum);
  const signed = joined([headers, slice(body, headers.length), entry]);
  headers.writeUInt32LE(checksumOf(signed), checksum);
  return signed;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
}

/** The sum of all 16-bit words, with carry, plus the length. The checksum itself is zero. */
function checksumOf(file: Source): number {
  let sum = 0;
  for (const piece of piecesOf(file)) {
    for (const word of new Uint16Array(piece.buffer, piece.byteOffset, piece.length / 2))
      sum += word;
    while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x1_0000);
  }
  return (sum + file.length) >>> 0;
}
