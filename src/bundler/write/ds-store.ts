import { u32 } from "./big-endian.ts";

// A .DS_Store holds Finder's layout of a folder: records, each of a name in the folder ("." for
// itself), a key of four letters, and a value. They are in a B-tree, inside a file that is divided
// like memory, into blocks whose sizes are powers of 2. Big endian; offsets exclude the first four
// bytes of the file.
//
//      0   "Bud1", the offset of the list of blocks
//     32   block 1: the tree: its root and the number of its records
//   2048   block 0: the list of blocks, the names of trees, and the free space
//   4096   block 2: the one node of the tree, with all records
//
// Source: https://metacpan.org/dist/Mac-Finder-DSStore/view/DSStoreFormat.pod.

export type Value =
  | { readonly type: "blob"; readonly bytes: Buffer }
  | { readonly type: "long"; readonly number: number }
  | { readonly type: "type"; readonly name: string };

export interface StoreRecord {
  readonly name: string;
  readonly key: string;
  readonly value: Value;
}

const listAt = { offset: 2048, power: 11 };
const treeAt = { offset: 32, power: 5 };
const nodeAt = { offset: 4096, power: 12 };
const end = 8192;
const addressCount = 256;
const powers = 32;
const nodeLength = 4096;

/** Makes the file of as many records as one node can hold: a few dozen. */
export function dsStore(records: readonly StoreRecord[]): Buffer {
  const sorted = records.toSorted((one, other) => compare(one, other));
  const node = Buffer.concat([u32(0), u32(sorted.length), ...sorted.map(recordBytes)]);
  if (node.length > nodeLength)
    throw new Error("Cannot say how a folder is shown: it is more than one node holds");
  const file = Buffer.alloc(4 + end);
  file.writeUInt32BE(1, 0);
  const put = (offset: number, bytes: Buffer): number => bytes.copy(file, 4 + offset);
  const list = blockList();
  put(
    0,
    Buffer.concat([
      Buffer.from("Bud1"),
      u32(listAt.offset),
      u32(1 << listAt.power),
      u32(listAt.offset),
    ]),
  );
  // The node of the tree, levels above it, records, nodes, the size of a node.
  put(treeAt.offset, Buffer.concat([2, 0, sorted.length, 1, nodeLength].map(u32)));
  put(listAt.offset, list);
  put(nodeAt.offset, node);
  return file;
}

function blockList(): Buffer {
  const addresses = Buffer.alloc(4 * addressCount);
  for (const [index, { offset, power }] of [listAt, treeAt, nodeAt].entries())
    addresses.writeUInt32BE(offset | power, 4 * index);
  // The free blocks, by size: those between block 1 and block 0, and all after the end.
  const free = Array.from({ length: powers }, (_, power) => {
    const isBetween = power > treeAt.power && power < listAt.power;
    return isBetween || (power >= Math.log2(end) && power < powers - 1) ? [2 ** power] : [];
  });
  return Buffer.concat([
    u32(3),
    u32(0),
    addresses,
    u32(1),
    Buffer.from("\u0004DSDB"),
    u32(1),
    ...free.map((offsets) => Buffer.concat([u32(offsets.length), ...offsets.map(u32)])),
  ]);
}

function recordBytes({ name, key, value }: StoreRecord): Buffer {
  const named = [
    u32(name.length),
    Buffer.from(name, "utf16le").swap16(),
    Buffer.from(key),
    Buffer.from(value.type),
  ];
  if (value.type === "blob") return Buffer.concat([...named, u32(value.bytes.length), value.bytes]);
  return Buffer.concat([
    ...named,
    value.type === "long" ? u32(value.number) : Buffer.from(value.name),
  ]);
}

/** By name, case-insensitively, then by key. */
function compare(one: StoreRecord, other: StoreRecord): number {
  const [a, b] = [one, other].map(({ name, key }) => `${name.toLowerCase()}\0${key}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
