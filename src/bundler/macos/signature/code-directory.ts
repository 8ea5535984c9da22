import { createHash } from "node:crypto";
import { checksum, piecesOf, type Source } from "../../write/source.ts";
import { magics } from "./blob.ts";

/** The system's treatment of the signed code: CS_… of <kern/cs_blobs.h>. */
export const flags = { adHoc: 0x2, hardenedRuntime: 0x10000 } as const;

const mainBinary = 0x1;
const allowsDebuggers = 0x10;
const hashSize = 32;

export interface Directory {
  readonly identifier: string;
  /** Apple's team identifier of the signer; `null`: not known to Apple. */
  readonly team: string | null;
  readonly flags: number;
  /** SDK version of the program, which the hardened runtime follows; `null`: not hardened. */
  readonly runtime: number | null;
  /** The page size, as a power of 2; `null`: everything is one page. */
  readonly pageShift: number | null;
  /** The signed parts besides the code, by slot. */
  readonly others: ReadonlyMap<number, Uint8Array>;
  /** The segment of executable code; `null`: there is none. */
  readonly code: CodeSegment | null;
}

export interface CodeSegment {
  readonly offset: number;
  readonly size: number;
  readonly isProgram: boolean;
  readonly allowsDebuggers: boolean;
}

// A code directory holds the hashes of everything that is signed; its own hash identifies the code.
//
//     0  magic, length, version, flags
//    16  offsets of the page hashes and the identifier; numbers of hashes of others and of pages
//    32  length of the code; size of hashes, their kind (2: SHA-256), platform, size of pages
//    40  unused, scatter table
//    48  offset of the team; unused, length in 64 bits
//    64  the segment of code: offset, length, flags               since version 2.4
//    88  version of the runtime, pre-encrypted hashes             since version 2.5
//        identifier, team, hashes of the others from the last slot to the first, hashes of the pages
//
// Source: Apple's open source, Security/OSX/libsecurity_codesigning/lib/codedirectory.h.

/** Makes the code directory of some code. */
export function codeDirectory(code: Source, about: Directory): Buffer {
  const { identifier, team, others, runtime, pageShift } = about;
  const names = namesOf(about);
  const places = placesOf(code.length, about);
  const bytes = Buffer.alloc(places.length);
  bytes.writeUInt32BE(magics.codeDirectory, 0);
  bytes.writeUInt32BE(bytes.length, 4);
  bytes.writeUInt32BE(versionOf(about), 8);
  bytes.writeUInt32BE(about.flags, 12);
  bytes.writeUInt32BE(places.hashes, 16);
  bytes.writeUInt32BE(places.names, 20);
  bytes.writeUInt32BE(places.others, 24);
  bytes.writeUInt32BE(places.pages, 28);
  bytes.writeUInt32BE(code.length, 32);
  bytes.writeUInt8(hashSize, 36);
  bytes.writeUInt8(2, 37);
  bytes.writeUInt8(pageShift ?? 0, 39);
  if (team !== null) bytes.writeUInt32BE(places.names + Buffer.byteLength(identifier) + 1, 48);
  if (about.code !== null) {
    bytes.writeBigUInt64BE(BigInt(about.code.offset), 64);
    bytes.writeBigUInt64BE(BigInt(about.code.size), 72);
    const kind =
      (about.code.isProgram ? mainBinary : 0) | (about.code.allowsDebuggers ? allowsDebuggers : 0);
    bytes.writeBigUInt64BE(BigInt(kind), 80);
  }
  if (runtime !== null) bytes.writeUInt32BE(runtime, 88);
  names.copy(bytes, places.names);
  for (const [slot, content] of others)
    sha256(content).copy(bytes, places.hashes - slot * hashSize);
  let place = places.hashes;
  for (const hash of pageHashes(code, pageShift)) place += hash.copy(bytes, place);
  return bytes;
}

function* pageHashes(code: Source, pageShift: number | null): Generator<Buffer> {
  if (pageShift === null) {
    yield Buffer.from(checksum("sha256", code), "hex");
    return;
  }
  const size = 1 << pageShift;
  // Each piece but the last is a multiple of a page.
  for (const piece of piecesOf(code))
    for (let at = 0; at < piece.length; at += size) yield sha256(piece.subarray(at, at + size));
}

/** The length of a code directory for code of a given length. */
export function codeDirectoryLength(length: number, about: Directory): number {
  return placesOf(length, about).length;
}

/** Identifies code everywhere: the beginning of the hash of its code directory. */
export function codeHash(directory: Uint8Array): Buffer {
  return sha256(directory).subarray(0, 20);
}

function placesOf(length: number, about: Directory) {
  const head = { 0x20200: 52, 0x20400: 88, 0x20500: 96 }[versionOf(about)];
  const others = Math.max(0, ...about.others.keys());
  const pages = about.pageShift === null ? 1 : Math.ceil(length / (1 << about.pageShift));
  const hashes = head + namesOf(about).length + others * hashSize;
  return { names: head, others, pages, hashes, length: hashes + pages * hashSize };
}

function versionOf({ runtime, code }: Directory): 0x20200 | 0x20400 | 0x20500 {
  if (code === null) return 0x20200;
  return runtime === null ? 0x20400 : 0x20500;
}

function namesOf({ identifier, team }: Directory): Buffer {
  return Buffer.from(`${identifier}\0${team === null ? "" : `${team}\0`}`);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
