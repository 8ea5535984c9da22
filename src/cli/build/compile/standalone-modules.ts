import { readFile } from "../../../disk/read.ts";
import { openForChange } from "../../../disk/write.ts";

// An executable of Bun 1.4 holds its modules in one piece. Numbers are little endian, and positions
// are counted from the beginning of the piece. A "pointer" is a position and a length, u32 both:
//
//   …           texts, source maps, names, bytecode
//   table       a record of 52 bytes for each module; at 16 the pointer to its source map,
//               at 24 to its bytecode, at 40 to the name that the bytecode was made for
//   built-in    4 bytes for each module, then the number of Bun's own modules with bytecode, u32,
//               and for each its number, u32, and its pointer; then the pointer to the names
//               in all bytecode, and more
//   the end     32 bytes: the length of everything before, u64, the pointer to the table,
//               the number of the entry module, u32, and more
//   the mark    "\n---- Bun! ----\n"
//
// Source: src/standalone_graph of Bun 1.4.

const mark = Buffer.from("\n---- Bun! ----\n");
const endLength = 32;
const recordLength = 52;
const builtInLength = 12;

/** A part of the file, and the position of its pointer in the file. */
export interface Part {
  readonly at: number;
  readonly length: number;
  readonly pointer: number;
}

interface StandaloneModule {
  readonly sourceMap: Part;
  readonly bytecode: Part;
  /** The name that its bytecode was made for. */
  readonly bytecodeName: Part;
  readonly isEntry: boolean;
}

/** The modules in a Bun executable. Changes keep their length. */
export class StandaloneModules {
  readonly bytes: Buffer;
  readonly modules: readonly StandaloneModule[];
  /** The bytecode of Bun's own modules. */
  readonly builtIn: readonly Part[];
  readonly #changed: { readonly at: number; readonly length: number }[] = [];

  private constructor(
    bytes: Buffer,
    { modules, builtIn }: Pick<StandaloneModules, "modules" | "builtIn">,
  ) {
    this.bytes = bytes;
    this.modules = modules;
    this.builtIn = builtIn;
  }

  /** Changes an executable. If its layout is not that of Bun 1.4, it stays unchanged. */
  static async edit(
    executable: string,
    changes: readonly ((modules: StandaloneModules) => void)[],
  ): Promise<void> {
    const bytes = readFile(executable);
    const found = readModules(bytes);
    if (found === null) return;
    const modules = new StandaloneModules(bytes, found);
    for (const change of changes) change(modules);
    await using file = await openForChange(executable);
    for (const { at, length } of modules.#changed) await file.write(bytes, at, length, at);
  }

  /** The bytes of a part, for changes. */
  change({ at, length }: Pick<Part, "at" | "length">): Buffer {
    this.#changed.push({ at, length });
    return this.bytes.subarray(at, at + length);
  }

  /** Removes a part. Its bytes become zeros, which need no room after compression. */
  drop(part: Part): void {
    this.change(part).fill(0);
    this.change({ at: part.pointer, length: 8 }).fill(0);
  }
}

function readModules(bytes: Buffer): Pick<StandaloneModules, "modules" | "builtIn"> | null {
  const end = bytes.lastIndexOf(mark) - endLength;
  if (end < 0) return null;
  const length = Number(bytes.readBigUInt64LE(end));
  const [place, tableLength, entry] = [8, 12, 16].map((at) =>
    bytes.readUInt32LE(end + at),
  ) as Numbers;
  const begin = end - length;
  const table = begin + place;
  const count = tableLength / recordLength;
  const builtIn = table + tableLength + 4 * count;
  if (begin < 0 || !Number.isInteger(count) || builtIn + 4 > end) return null;
  const part = (pointer: number): Part => ({
    at: begin + bytes.readUInt32LE(pointer),
    length: bytes.readUInt32LE(pointer + 4),
    pointer,
  });
  const modules = Array.from({ length: count }, (_, index) => {
    const record = table + index * recordLength;
    return {
      sourceMap: part(record + 16),
      bytecode: part(record + 24),
      bytecodeName: part(record + 40),
      isEntry: index === entry,
    };
  });
  const builtInCount = bytes.readUInt32LE(builtIn);
  if (builtIn + 4 + builtInCount * builtInLength > end) return null;
  const parts = Array.from({ length: builtInCount }, (_, index) =>
    part(builtIn + 8 + index * builtInLength),
  );
  const all = [
    ...parts,
    ...modules.flatMap((one) => [one.sourceMap, one.bytecode, one.bytecodeName]),
  ];
  return all.every(({ at, length: long }) => at + long <= table)
    ? { modules, builtIn: parts }
    : null;
}

type Numbers = [number, number, number];
