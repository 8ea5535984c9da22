// The position of the pack behind an executable: a signed executable has its signature behind the
// pack, because a signature comes last.

/** A part of the executable's file. */
export interface PackPlace {
  /** The base of the pack's offsets. */
  readonly start: number;
  /** The end of the pack. */
  readonly end: number;
}

export type ReadAt = (position: number, length: number) => Buffer;

const LC_CODE_SIGNATURE = 0x1d;
const cpus: Readonly<Record<string, number>> = { x64: 0x01000007, arm64: 0x0100000c };
/** The size of the first read of a file. */
const headLength = 4096;

/**
 * Finds the pack of an executable: behind it, or before its signature; in a universal file of
 * macOS, in the slice for this processor.
 *
 * @param size of the file
 */
export function packPlace(read: ReadAt, size: number, arch: string): PackPlace {
  const head = read(0, Math.min(size, headLength));
  if (head.length < 64) return { start: 0, end: size };
  if (head.readUInt32BE(0) === 0xcafebabe) {
    for (let entry = 8; entry < 8 + 20 * head.readUInt32BE(4); entry += 20) {
      if (head.readUInt32BE(entry) !== cpus[arch]) continue;
      const [start, length] = [head.readUInt32BE(entry + 8), head.readUInt32BE(entry + 12)];
      return { start, end: signatureOfMac(read, start) ?? start + length };
    }
  }
  if (head.readUInt32LE(0) === 0xfeedfacf)
    return { start: 0, end: signatureOfMac(read, 0) ?? size };
  if (head.toString("latin1", 0, 2) === "MZ")
    return { start: 0, end: signatureOfWindows(head) ?? size };
  return { start: 0, end: size };
}

/** The start of the signature of a macOS image; `null`: it has none. */
function signatureOfMac(read: ReadAt, start: number): number | null {
  const head = read(start, 32);
  const commands = read(start + 32, head.readUInt32LE(20));
  for (let at = 0; at + 16 <= commands.length; at += Math.max(8, commands.readUInt32LE(at + 4))) {
    if (commands.readUInt32LE(at) === LC_CODE_SIGNATURE)
      return start + commands.readUInt32LE(at + 8);
  }
  return null;
}

/** The start of the signature of a Windows program: the fifth of its data directories. */
function signatureOfWindows(head: Buffer): number | null {
  const optional = head.readUInt32LE(0x3c) + 24;
  if (optional + 152 > head.length) return null;
  const is64Bit = head.readUInt16LE(optional) === 0x20b;
  return head.readUInt32LE(optional + (is64Bit ? 112 : 96) + 4 * 8) || null;
}
