import { createHash } from "node:crypto";
import { pipeline } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { refuse } from "./archive.ts";
import { ByteSource } from "./byte-source.ts";
import type { Verified } from "./installation.ts";

// A download is an installer, or a ZIP archive with one in it and nothing else:
//
//   0  "PK" 3 4    6  flags, u16    8  compression method, u16    18  compressed size, u32
//   26  length of the name, u16    28  length of the extra field, u16
//   30  the name, the extra field, the content
//
// and behind it the directory, "PK" 1 2, which repeats the same fields. Source: PKWARE, APPNOTE.TXT
// 6.3.10, section 4.

const headLength = 30;
const stored = 0;
const deflated = 8;
/** The sizes are behind the content. Only a writer that cannot seek writes them there. */
const sizesFollow = 8;

export type InstallerKind = "nsis" | "msi";

/** The first bytes of an installer. A package of Windows Installer is a compound file. */
const beginnings = {
  zip: Buffer.from("PK\x03\x04", "latin1"),
  nsis: Buffer.from("MZ", "latin1"),
  msi: Buffer.from("d0cf11e0a1b11ae1", "hex"),
} as const;
const directory = Buffer.from("PK\x01\x02", "latin1");

/**
 * Takes the installer out of a download.
 * @param write gets the bytes in order. Its errors are thrown
 * @returns the kind of the installer
 * @throws FrameworkError `bad-update` if the download does not hold exactly one, or is not the
 * verified download
 */
export async function takeInstaller(
  { payload, sha512, size }: Verified,
  write: (bytes: Uint8Array) => void,
): Promise<InstallerKind> {
  const sum = createHash("sha512");
  const source = new ByteSource(payload.read(), (bytes) => sum.update(bytes));
  const isZip = (await source.peek(4)).equals(beginnings.zip);
  let kind: InstallerKind | null = null;
  let length = 0;
  for await (const chunk of isZip ? onlyFileIn(source) : source.rest()) {
    kind ??= kindOf(chunk);
    length += chunk.length;
    if (length > size) throw refuse(`it must be smaller than ${size} bytes`);
    write(chunk);
  }
  if (isZip) {
    if (!(await source.peek(4)).equals(directory)) throw refuse("it must hold one file");
    for await (const _ of source.rest());
  }
  // The file is read again, to be sure that it is the verified content even if another program
  // wrote to the disk in between.
  if (sum.digest("hex") !== sha512) throw refuse("it has changed since it was verified");
  if (kind === null) throw refuse("it is empty");
  return kind;
}

function kindOf(start: Uint8Array): InstallerKind {
  const begins = (name: InstallerKind) =>
    Buffer.from(start.subarray(0, beginnings[name].length)).equals(beginnings[name]);
  if (begins("msi")) return "msi";
  if (begins("nsis")) return "nsis";
  throw refuse("it is no installer");
}

async function* onlyFileIn(source: ByteSource): AsyncGenerator<Uint8Array> {
  const head = await source.take(headLength);
  const packing = head.readUInt16LE(8);
  const name = (await source.take(head.readUInt16LE(26))).toString();
  await source.take(head.readUInt16LE(28));
  if (!/\.(?:exe|msi)$/i.test(name)) throw refuse(`"${name}" in it is no installer`);
  if ((head.readUInt16LE(6) & sizesFollow) !== 0 || (packing !== stored && packing !== deflated))
    throw refuse(`"${name}" in it is packed in a way that is not known here`);
  const content = source.part(head.readUInt32LE(18));
  yield* packing === stored ? content : inflated(content);
}

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  // An error of the one ends the other, and is thrown at the read.
  pipeline(packed, inflate, () => {});
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    throw refuse(
      `it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`,
      error,
    );
  }
}
