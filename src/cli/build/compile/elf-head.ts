import type { FileHandle } from "node:fs/promises";
import { openForChange } from "../../../disk/write.ts";

// The head of a Linux program contains the position of its section headers, and the length of its
// loaded part. Both change with the length of the app's own code, which is in the last loaded
// segment. So the first block of an AppImage would change, and an update contains whole blocks: 240
// KB for six bytes. So the segment includes everything up to the pack, whose place changes seldom,
// and the section headers end there. The zeros in between are never read.
//
//   32  offset of the segment headers, u64    40  offset of the section headers, u64
//   54  size of a segment header, u16      56  their number, u16
//   58  size of a section header, u16     60  their number, u16
//
// A segment header: 0 kind, u32   8 its offset in the file, u64   32 its length there, u64
//   40 its length in memory, u64
//
// Source: System V ABI, "Object Files" and "Program Loading".

const headLength = 64;
const load = 1;

/**
 * Pads a program to a multiple of `boundary`, so that its head is the same for all lengths up to
 * there. A file that is no Linux program, or is loaded in another way, stays unchanged. Measured
 * 2026-11-28: an update by 80 KB of own code is 856 KB instead of 1,100. An update by a line has
 * the same size either way.
 */
export async function padElfHeader(executable: string, boundary: number): Promise<void> {
  await using file = await openForChange(executable);
  const { size } = await file.stat();
  const head = await read(file, 0, Math.min(headLength, size));
  if (
    head.length < headLength ||
    head.readUInt32BE(0) !== 0x7f454c46 ||
    head[4] !== 2 ||
    head[5] !== 1
  )
    return;
  const number = (at: number): number => Number(head.readBigUInt64LE(at));
  const sections = { at: number(40), length: head.readUInt16LE(58) * head.readUInt16LE(60) };
  const segments = { at: number(32), each: head.readUInt16LE(54), count: head.readUInt16LE(56) };
  const table = await read(file, segments.at, segments.each * segments.count);
  const last = lastLoaded(table, segments.each);
  // If a segment is longer in memory than in the file, memory has zeros behind it, and not the
  // content of the file.
  if (last === null || last.length !== last.memory || sections.at + sections.length !== size)
    return;

  const end = Math.ceil(size / boundary) * boundary;
  const place = end - sections.length;
  const headers = await read(file, sections.at, sections.length);
  await file.truncate(sections.at);
  await file.truncate(end);
  await file.write(headers, 0, headers.length, place);
  head.writeBigUInt64LE(BigInt(place), 40);
  await file.write(head, 0, headLength, 0);
  const length = Buffer.alloc(16);
  length.writeBigUInt64LE(BigInt(end - last.offset), 0);
  length.writeBigUInt64LE(BigInt(end - last.offset), 8);
  await file.write(length, 0, length.length, segments.at + last.at + 32);
}

/** The segment that is loaded from the end of the file. `at` is the offset of its header. */
function lastLoaded(
  table: Buffer,
  each: number,
): {
  readonly at: number;
  readonly offset: number;
  readonly length: number;
  readonly memory: number;
} | null {
  const number = (at: number): number => Number(table.readBigUInt64LE(at));
  const loaded = Array.from({ length: table.length / each }, (_, index) => index * each)
    .filter((at) => table.readUInt32LE(at) === load)
    .map((at) => ({
      at,
      offset: number(at + 8),
      length: number(at + 32),
      memory: number(at + 40),
    }));
  return loaded.toSorted((one, other) => one.offset - other.offset).at(-1) ?? null;
}

async function read(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
