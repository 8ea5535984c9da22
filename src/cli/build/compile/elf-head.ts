import type { FileHandle } from "node:fs/promises";
import { openForChange } from "../../../disk/write.ts";

// The head of a program of Linux tells where its section headers are, and how much of it is loaded:
// both change with the length of the app's own code, which lies in the last loaded segment. With
// them the first block of an AppImage would, and an update brings whole blocks: 240 KB for six
// bytes. So the segment takes all up to the pack, whose place changes seldom, and the section
// headers end there. The zeros in between are never read.
//
//   32  where the segments' headers are, u64    40  where the section headers are, u64
//   54  how large one of the first is, u16      56  how many they are, u16
//   58  how large one of the second is, u16     60  how many they are, u16
//
// Of a segment: 0 kind, u32   8 where it is in the file, u64   32 its length there, u64   40 its length in memory, u64
//
// Source: System V ABI, "Object Files" and "Program Loading".

const headLength = 64;
const load = 1;

/**
 * Makes a program as long as a multiple of `boundary`, so that its head is the same for all lengths
 * up to there. What is no program of Linux, or is loaded in another way, stays as it is. Measured
 * 2026-11-28: an update by 80 KB of own code is 856 KB in place of 1,100; one by a line is the same
 * either way.
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
  // One that has more in memory than in the file has zeros behind it there, and not what is in the
  // file.
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

/**
 * The segment that is loaded from the end of the file; `at` is where its header is among all of
 * them.
 */
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
