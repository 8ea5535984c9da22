import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { extname, join } from "node:path";

/** Puts the source maps that Bun has written into a folder into one of their own, beside the build. */
export async function moveMaps(folder: string, mapFolder: string): Promise<void> {
  await rm(mapFolder, { recursive: true, force: true });
  await mkdir(mapFolder, { recursive: true });
  for (const name of await readdir(folder))
    if (extname(name) === ".map") await rename(join(folder, name), join(mapFolder, name));
}

// An executable of Bun 1.4 holds its modules in one piece. Numbers are little endian, and places are counted from where the
// piece begins:
//
//   …           texts, source maps, names
//   table       a record of 52 bytes for each module; at 16 the place of its source map, u32, and its length, u32
//   …
//   the end     32 bytes: how long all before them is, u64, the place of the table, u32, its length, u32, and more
//   the mark    "\n---- Bun! ----\n"
//
// A source map, whose places are counted from its own beginning:
//
//   0           how many sources it names, u32, and how long its mappings are, u32
//   8           for each the place and length of its name, u32 both, then for each the same of its text, packed by zstd
//   …           the mappings, the names, the texts
//
// Source: src/standalone_graph of Bun 1.4.

const mark = Buffer.from("\n---- Bun! ----\n");
const endLength = 32;
const recordLength = 52;
const pointerLength = 8;

/**
 * An empty line, as zstd packs it: its mark, "all at once, and the length is told in a byte", the length, and the byte as a last
 * block that is not packed. Where there is no text at all, Bun would show lines of a file of that name in the current directory.
 */
const emptyLine = Buffer.from("28b52ffd20010900000a", "hex");

/**
 * Takes the texts of the sources out of an executable. They are 0.5 MB of each package, and what an update brings grows with
 * them. The stacks of errors still name lines of the source; only the lines themselves are not shown above them. What is laid
 * out in another way than by Bun 1.4 stays as it is.
 */
export async function dropSourceTexts(executable: string): Promise<void> {
  const bytes = await readFile(executable);
  const maps = sourceMaps(bytes);
  await using file = await open(executable, "r+");
  for (const { at, length } of maps) {
    const map = bytes.subarray(at, at + length);
    const texts = textPointers(map);
    if (texts === null) continue;
    // All are the first one from now on, and zeros take no room in what is packed.
    const first = map.length - texts.length;
    map.fill(0, first);
    emptyLine.copy(map, first);
    for (const pointer of texts.pointers) {
      map.writeUInt32LE(first, pointer);
      map.writeUInt32LE(emptyLine.length, pointer + 4);
    }
    await file.write(map, 0, map.length, at);
  }
}

interface Range {
  readonly at: number;
  readonly length: number;
}

function sourceMaps(bytes: Buffer): readonly Range[] {
  const end = bytes.lastIndexOf(mark) - endLength;
  if (end < 0) return [];
  const length = Number(bytes.readBigUInt64LE(end));
  const [place, tableLength] = [bytes.readUInt32LE(end + 8), bytes.readUInt32LE(end + 12)];
  if (length > end || place + tableLength > length || tableLength % recordLength !== 0) return [];
  const begin = end - length;
  return Array.from({ length: tableLength / recordLength }, (_, index) => {
    const record = begin + place + index * recordLength;
    return { at: begin + bytes.readUInt32LE(record + 16), length: bytes.readUInt32LE(record + 20) };
  }).filter((map) => map.length > pointerLength && map.at + map.length <= end);
}

/** Where a map says where its texts are, and how long they are together; `null`: they are not what it ends with. */
function textPointers(map: Buffer): { readonly pointers: readonly number[]; readonly length: number } | null {
  const count = map.readUInt32LE(0);
  const table = pointerLength * (1 + count);
  if (count === 0 || table + count * pointerLength > map.length) return null;
  const pointers = Array.from({ length: count }, (_, index) => table + index * pointerLength);
  const texts = pointers.map((at) => ({ at: map.readUInt32LE(at), length: map.readUInt32LE(at + 4) }));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const first = map.length - length;
  const areLast = texts.every((text) => text.at >= first && text.at + text.length <= map.length);
  return areLast && length >= emptyLine.length ? { pointers, length } : null;
}
