// A compound file: a file system in a file, of version 3. All numbers are little-endian.
//
//   head            512 bytes; ends with the numbers of the first 109 sectors of the allocation table
//   sectors         512 bytes each: streams, the small streams, the folder's entries, the allocation tables
//
// The allocation table holds for each sector the next one of its stream. Streams of less than 4096
// bytes share one that is divided into sectors of 64 bytes, with a table of its own. Entries are a
// red-black tree, ordered by the length of the name, then by its capital letters. We write one
// folder, its streams consecutive.
//
// Source: [MS-CFB]. The npm packages that write such files add a stream of their own, which an
// installer's database must not have.

import { joined, readSource, type JoinedSource, type Source } from "./source.ts";

export interface CompoundStream {
  /** At most 31 units of UTF-16. */
  readonly name: string;
  readonly bytes: Source;
}

const sector = 512;
const smallSector = 64;
const smallest = 4096;
const entrySize = 128;
const inHead = 109;

const DIFSECT = 0xfffffffc;
const FATSECT = 0xfffffffd;
const ENDOFCHAIN = 0xfffffffe;
const FREESECT = 0xffffffff;
const NOSTREAM = 0xffffffff;

// Readers of version 3 support no larger streams, and many support no larger files.
const largest = 0x7fffffff;

/**
 * Makes a compound file.
 *
 * @param classId the kind of file; 16 bytes
 * @throws Error when it would be too large for the format
 */
export function compoundFile(
  classId: Uint8Array,
  streams: readonly CompoundStream[],
): JoinedSource {
  const total = streams.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > largest)
    throw new Error(`Cannot write ${total} bytes into one file: at most ${largest}`);
  const sorted = streams.toSorted((one, other) => compareNames(one.name, other.name));
  const body = new Sectors(sector);
  const small = new Sectors(smallSector);
  const starts = sorted.map(({ bytes }) => (bytes.length < smallest ? small : body).add(bytes));
  const smallBytes = Buffer.from(readSource(joined(small.pieces)));
  const smallStart = body.add(smallBytes);
  const smallTable = numbers(small.table, FREESECT, sector);
  const smallTableStart = body.add(smallTable);
  const entries = folder(classId, sorted, starts, { start: smallStart, length: smallBytes.length });
  const entriesStart = body.add(entries);
  const { table, tableOfTables, tableSectors } = allocationTables(body.table);

  const head = Buffer.alloc(sector);
  head.write("d0cf11e0a1b11ae1", 0, "hex");
  head.writeUInt16LE(0x3e, 24); // minor version
  head.writeUInt16LE(3, 26); // major version
  head.writeUInt16LE(0xfffe, 28); // little-endian
  head.writeUInt16LE(Math.log2(sector), 30);
  head.writeUInt16LE(Math.log2(smallSector), 32);
  head.writeUInt32LE(tableSectors.length, 44);
  head.writeUInt32LE(entriesStart, 48);
  head.writeUInt32LE(smallest, 56);
  head.writeUInt32LE(smallTableStart, 60);
  head.writeUInt32LE(smallTable.length / sector, 64);
  head.writeUInt32LE(
    tableOfTables.length === 0 ? ENDOFCHAIN : tableSectors.length + body.table.length,
    68,
  );
  head.writeUInt32LE(tableOfTables.length / sector, 72);
  for (let index = 0; index < inHead; index++)
    head.writeUInt32LE(tableSectors[index] ?? FREESECT, 76 + index * 4);
  return joined([head, ...body.pieces, table, tableOfTables]);
}

/** The order of entries: by capital letters, unit by unit. */
export function compareNames(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  const [first, second] = [one.toUpperCase(), other.toUpperCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Streams in sectors of one size, each stream without gaps. */
class Sectors {
  /** The next sector of each. */
  readonly table: number[] = [];
  readonly pieces: Source[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** @returns the first sector */
  add(bytes: Source): number {
    if (bytes.length === 0) return ENDOFCHAIN;
    const start = this.table.length;
    const count = Math.ceil(bytes.length / this.#size);
    for (let index = 1; index < count; index++) this.table.push(start + index);
    this.table.push(ENDOFCHAIN);
    this.pieces.push(bytes, Buffer.alloc(count * this.#size - bytes.length));
    return start;
  }
}

function numbers(values: readonly number[], fill: number, multiple: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((values.length * 4) / multiple) * multiple);
  for (let index = 0; index * 4 < bytes.length; index++)
    bytes.writeUInt32LE(values[index] ?? fill, index * 4);
  return bytes;
}

/** The table also describes its own sectors, so its size depends on itself. */
function allocationTables(body: readonly number[]): {
  readonly table: Buffer;
  readonly tableOfTables: Buffer;
  readonly tableSectors: readonly number[];
} {
  const perSector = sector / 4;
  const perOuter = perSector - 1;
  let [tables, outers] = [0, 0];
  for (;;) {
    const wanted = Math.ceil((body.length + tables + outers) / perSector);
    const wantedOuters = Math.ceil(Math.max(0, wanted - inHead) / perOuter);
    if (wanted === tables && wantedOuters === outers) break;
    [tables, outers] = [wanted, wantedOuters];
  }
  const tableSectors = Array.from({ length: tables }, (_, index) => body.length + index);
  const firstOuter = body.length + tables;
  const rest = tableSectors.slice(inHead);
  const outer = Array.from({ length: outers }, (_, index) => [
    ...Array.from({ length: perOuter }, (__, place) => rest[index * perOuter + place] ?? FREESECT),
    index === outers - 1 ? ENDOFCHAIN : firstOuter + index + 1,
  ]).flat();
  return {
    tableSectors,
    table: numbers(
      [
        ...body,
        ...tableSectors.map(() => FATSECT),
        ...Array.from({ length: outers }, () => DIFSECT),
      ],
      FREESECT,
      sector,
    ),
    tableOfTables: numbers(outer, FREESECT, sector),
  };
}

const black = 1;
const red = 0;

function folder(
  classId: Uint8Array,
  streams: readonly CompoundStream[],
  starts: readonly number[],
  small: { readonly start: number; readonly length: number },
): Buffer {
  const count = Math.ceil(((streams.length + 1) * entrySize) / sector) * (sector / entrySize);
  const bytes = Buffer.alloc(count * entrySize);
  const write = (
    index: number,
    { name, kind, colour, left, right, child, start, length }: Readonly<Entry>,
  ): void => {
    const at = index * entrySize;
    bytes.write(name, at, 62, "utf16le");
    bytes.writeUInt16LE(name === "" ? 0 : (name.length + 1) * 2, at + 64);
    bytes[at + 66] = kind;
    bytes[at + 67] = colour;
    bytes.writeUInt32LE(left, at + 68);
    bytes.writeUInt32LE(right, at + 72);
    bytes.writeUInt32LE(child, at + 76);
    bytes.writeUInt32LE(start, at + 116);
    bytes.writeUInt32LE(length, at + 120);
  };
  // A tree by repeated bisection is balanced except for its last level, which is red.
  const depth = Math.floor(Math.log2(streams.length + 1));
  const plant = (from: number, to: number, level: number): number => {
    if (from === to) return NOSTREAM;
    const middle = (from + to) >> 1;
    const stream = streams[middle];
    if (stream === undefined) return NOSTREAM;
    write(middle + 1, {
      ...nothing,
      name: stream.name,
      kind: 2,
      colour: level >= depth ? red : black,
      left: plant(from, middle, level + 1),
      right: plant(middle + 1, to, level + 1),
      start: starts[middle] ?? ENDOFCHAIN,
      length: stream.bytes.length,
    });
    return middle + 1;
  };
  const child = plant(0, streams.length, 0);
  write(0, { ...nothing, name: "Root Entry", kind: 5, child, ...small });
  bytes.set(classId, 80);
  for (let index = streams.length + 1; index < count; index++) write(index, nothing);
  return bytes;
}

interface Entry {
  name: string;
  kind: number;
  colour: number;
  left: number;
  right: number;
  child: number;
  start: number;
  length: number;
}

const nothing: Readonly<Entry> = {
  name: "",
  kind: 0,
  colour: black,
  left: NOSTREAM,
  right: NOSTREAM,
  child: NOSTREAM,
  start: 0,
  length: 0,
};
