// The used part of 64-bit little-endian ELF files: the required libraries, and their search path.
//
// Source: System V ABI, "Object Files" and "Program Loading and Dynamic Linking".

const segment = { load: 1, dynamic: 2, note: 4 } as const;
const dynamic = {
  end: 0,
  needed: 1,
  stringTable: 5,
  stringSize: 10,
  rpath: 15,
  runPath: 29,
} as const;
const segmentSize = 56;
const rowSize = 16;
const readable = 4;
const runnable = 1;

/** Segments may be aligned to pages of this size; arm64 has the largest. */
const pageSize = 0x1_0000;

const machines = { 62: "x64", 183: "arm64" } as const;

export interface Elf {
  readonly architecture: "x64" | "arm64" | null;
  /** The names of the libraries it is linked with. */
  readonly needed: readonly string[];
}

/** Parses a shared library; `null` when it is none. @throws Error when it is damaged */
export function readElf(bytes: Buffer): Elf | null {
  const parts = parse(bytes);
  if (parts === null) return null;
  const { rows, strings } = parts;
  const machine = bytes.readUInt16LE(18);
  return {
    architecture: machine === 62 || machine === 183 ? machines[machine] : null,
    needed: rows
      .filter(({ tag }) => tag === dynamic.needed)
      .map(({ value }) => textAt(strings, value)),
  };
}

/**
 * The start and end of a program's code in its file; `null` when it is no program, or lacks this
 * information here.
 *
 * @param head the first page of the file, which holds a program's segment table
 */
export function codeOf(head: Buffer): { readonly start: number; readonly end: number } | null {
  const table = segmentTableOf(head);
  if (table === null || table.end > head.length) return null;
  const code = segmentsIn(head, table).find(
    ({ type, flags }) => type === segment.load && (flags & runnable) > 0,
  );
  return code === undefined ? null : { start: code.offset, end: code.offset + code.size };
}

/**
 * Makes a library search its dependencies in `runPath` first, for example "$ORIGIN". The string
 * table is copied to the end of the file, in the place of a note that is not read at run time.
 *
 * @throws Error with a message that follows the name of the file and a colon
 */
export function withRunPath(original: Buffer, runPath: string): Buffer {
  const parts = parse(original);
  if (parts === null) throw new Error("it must be a library in ELF, for 64 bits");
  const { segments, rows, strings } = parts;
  const bytes = Buffer.concat([original, Buffer.alloc((16 - (original.length % 16)) % 16)]);
  const names = Buffer.concat([strings, Buffer.from(`${runPath}\0`)]);
  const loads = segments.filter(({ type }) => type === segment.load);
  const note = segments.findLast(({ type }) => type === segment.note);
  // Loaded segments must be in the order of their addresses, and ours gets the highest.
  if (note === undefined || loads.some(({ at }) => at > note.at)) {
    throw new Error("it must have a note behind its loaded segments");
  }
  const highest = loads.reduce((most, { address, memory }) => Math.max(most, address + memory), 0);
  const address = Math.ceil(highest / pageSize) * pageSize + (bytes.length % pageSize);

  const present = rows.find(({ tag }) => tag === dynamic.runPath || tag === dynamic.rpath);
  const end = rows.findIndex(({ tag }) => tag === dynamic.end);
  // Linkers leave a few empty rows; the last must stay.
  const free = end >= 0 && end < rows.length - 1 ? rows[end] : undefined;
  const row = present ?? free;
  const table = rows.find(({ tag }) => tag === dynamic.stringTable);
  const size = rows.find(({ tag }) => tag === dynamic.stringSize);
  if (row === undefined || table === undefined || size === undefined) {
    throw new Error("its dynamic section must have room for one more row");
  }
  const write = (at: number, value: number): number => bytes.writeBigUInt64LE(BigInt(value), at);
  write(row.at, dynamic.runPath);
  write(row.at + 8, strings.length);
  write(table.at + 8, address);
  write(size.at + 8, names.length);

  bytes.writeUInt32LE(segment.load, note.at);
  bytes.writeUInt32LE(readable, note.at + 4);
  write(note.at + 8, bytes.length);
  write(note.at + 16, address);
  write(note.at + 24, address);
  write(note.at + 32, names.length);
  write(note.at + 40, names.length);
  write(note.at + 48, pageSize);
  return Buffer.concat([bytes, names]);
}

interface Segment {
  /** The offset of its header in the file. */
  readonly at: number;
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
  readonly memory: number;
}

interface Row {
  readonly at: number;
  readonly tag: number;
  readonly value: number;
}

interface Parts {
  readonly segments: readonly Segment[];
  readonly rows: readonly Row[];
  /** The string table of the rows. */
  readonly strings: Buffer;
}

interface SegmentTable {
  readonly start: number;
  readonly count: number;
  readonly end: number;
}

/** The offset of the segment headers; `null` when it is no 64-bit ELF file. */
function segmentTableOf(bytes: Buffer): SegmentTable | null {
  const isElf64 =
    bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isElf64) return null;
  const [start, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(56)];
  return { start, count, end: start + count * segmentSize };
}

function segmentsIn(bytes: Buffer, { start, count }: SegmentTable): Segment[] {
  const number = (at: number): number => Number(bytes.readBigUInt64LE(at));
  return Array.from({ length: count }, (_, index): Segment => {
    const at = start + index * segmentSize;
    const [offset = 0, address = 0, size = 0, memory = 0] = [8, 16, 32, 40].map((field) =>
      number(at + field),
    );
    const [type, flags] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    return { at, type, flags, offset, address, size, memory };
  });
}

function parse(bytes: Buffer): Parts | null {
  const table = segmentTableOf(bytes);
  if (table === null) return null;
  if (table.end > bytes.length) throw new Error("its table of segments is cut short");
  const segments = segmentsIn(bytes, table);
  const number = (at: number): number => Number(bytes.readBigUInt64LE(at));
  const section = segments.find(({ type }) => type === segment.dynamic);
  if (section === undefined) return null;
  if (section.offset + section.size > bytes.length)
    throw new Error("its dynamic section is cut short");
  const rows = Array.from({ length: Math.floor(section.size / rowSize) }, (_, index): Row => {
    const at = section.offset + index * rowSize;
    return { at, tag: number(at), value: number(at + 8) };
  });
  const valueOf = (tag: number): number => rows.find((row) => row.tag === tag)?.value ?? 0;
  const names = valueOf(dynamic.stringTable);
  const holder = segments.find(({ type, address, size }) => {
    return type === segment.load && address <= names && names < address + size;
  });
  if (holder === undefined) return null;
  const start = holder.offset + names - holder.address;
  const end = start + valueOf(dynamic.stringSize);
  if (end > bytes.length) throw new Error("its table of names is cut short");
  return { segments, rows, strings: bytes.subarray(start, end) };
}

function textAt(strings: Buffer, at: number): string {
  const end = at < strings.length ? strings.indexOf(0, at) : -1;
  if (end < 0) throw new Error("one of its names is not in its table of names");
  return strings.toString("latin1", at, end);
}
