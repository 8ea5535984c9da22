import { readSource, slice, type Source } from "../write/source.ts";

export interface Section {
  /** Its start and end in the file. */
  readonly start: number;
  readonly end: number;
  readonly isCode: boolean;
}

/** The sections of an executable that are in its file; empty for any other file. */
export function sectionsOf(source: Source): Section[] {
  const read = readSource(slice(source, 0, Math.min(headersLength, source.length)));
  const file = Buffer.from(read.buffer, read.byteOffset, read.length);
  const head =
    file.length > 0x40 && file.toString("latin1", 0, 2) === "MZ" ? file.readUInt32LE(0x3c) : -1;
  if (
    head < 0 ||
    file.length < head + headerLength ||
    file.toString("latin1", head, head + 4) !== "PE\0\0"
  )
    return [];
  const table = head + headerLength + file.readUInt16LE(head + 20);
  const rows = Array.from(
    { length: file.readUInt16LE(head + 6) },
    (_, index) => table + index * rowLength,
  ).filter((row) => row + rowLength <= file.length);
  return rows
    .map((row) => {
      const [size, start] = [file.readUInt32LE(row + 16), file.readUInt32LE(row + 20)];
      return { start, end: start + size, isCode: (file.readUInt32LE(row + 36) & containsCode) > 0 };
    })
    .filter(({ start, end }) => start < end && end <= source.length);
}

/** Their starts and ends. */
export function bordersOf(sections: readonly Section[]): number[] {
  const borders = sections.flatMap(({ start, end }) => [start, end]);
  return [...new Set(borders)].toSorted((one, other) => one - other);
}

/** "PE", and the header that every object file has, too. */
const headerLength = 24;
/** The headers of a file end within this many bytes. */
const headersLength = 1 << 16;
const rowLength = 40;
/** IMAGE_SCN_CNT_CODE */
const containsCode = 0x20;
