import { u32 } from "../big-endian.ts";

// A B-tree of HFS+: nodes of one size, each with its records from the front and their offsets from
// the back. Node 0 describes the tree; leaves hold the records in the order of their keys, index
// nodes the first key of each node below.
//
// Source: Apple, Technical Note TN1150, "HFS Plus Volume Format", B-Trees.

/** A record with its key, which begins with its length. */
export interface BTreeRecord {
  readonly key: Buffer;
  readonly data: Buffer;
}

export interface BTreeOptions {
  readonly nodeSize: number;
  readonly maxKeyLength: number;
  /** Bit 1: keys are longer than 255 bytes; bit 2: those of index nodes have variable length. */
  readonly attributes: number;
  /** The comparison of keys: 0xCF case-insensitive; 0: there is only one way. */
  readonly comparison: number;
}

const kinds = { leaf: -1, index: 0, header: 1 } as const;
const headLength = 14;
const headerRecordLength = 106;
const userRecordLength = 128;

interface Node {
  readonly kind: number;
  readonly height: number;
  readonly records: readonly Buffer[];
}

/** Makes the file of a tree of records, which are in the order of their keys. */
export function bTree(records: readonly BTreeRecord[], options: BTreeOptions): Buffer {
  const { nodeSize } = options;
  const nodes: Node[] = [];
  let level: { readonly key: Buffer; readonly number: number }[] = [];
  const addLevel = (
    kind: number,
    height: number,
    items: readonly { key: Buffer; bytes: Buffer }[],
  ): void => {
    level = grouped(items, nodeSize).map((group) => {
      nodes.push({ kind, height, records: group.map(({ bytes }) => bytes) });
      return { key: group[0]?.key ?? Buffer.alloc(0), number: nodes.length };
    });
  };
  addLevel(
    kinds.leaf,
    1,
    records.map(({ key, data }) => ({ key, bytes: Buffer.concat([key, data]) })),
  );
  const leaves = level.length;
  let height = 1;
  while (level.length > 1) {
    height++;
    addLevel(
      kinds.index,
      height,
      level.map(({ key, number }) => ({ key, bytes: Buffer.concat([key, u32(number)]) })),
    );
  }
  const header = headerNode(options, {
    height: leaves === 0 ? 0 : height,
    root: level[0]?.number ?? 0,
    records: records.length,
    leaves,
    nodes: nodes.length + 1,
  });
  return Buffer.concat([
    header,
    ...nodes.map((node, index) => nodeBytes(node, nodes, { index, nodeSize })),
  ]);
}

/** Groups items so that each group fits a node. */
function grouped<T extends { readonly bytes: Buffer }>(
  items: readonly T[],
  nodeSize: number,
): T[][] {
  const groups: T[][] = [];
  let room = 0;
  for (const item of items) {
    const wanted = item.bytes.length + 2;
    if (wanted > room) {
      groups.push([]);
      room = nodeSize - headLength - 2;
    }
    groups.at(-1)?.push(item);
    room -= wanted;
  }
  return groups;
}

function nodeBytes(
  { kind, height, records }: Node,
  nodes: readonly Node[],
  { index, nodeSize }: { readonly index: number; readonly nodeSize: number },
): Buffer {
  const bytes = Buffer.alloc(nodeSize);
  // Nodes of one height are linked with each other; the header precedes all.
  if (nodes[index + 1]?.height === height) bytes.writeUInt32BE(index + 2, 0);
  if (nodes[index - 1]?.height === height) bytes.writeUInt32BE(index, 4);
  bytes.writeInt8(kind, 8);
  bytes.writeUInt8(height, 9);
  bytes.writeUInt16BE(records.length, 10);
  let at = headLength;
  for (const [number, record] of records.entries()) {
    bytes.writeUInt16BE(at, nodeSize - 2 * (number + 1));
    record.copy(bytes, at);
    at += record.length;
  }
  bytes.writeUInt16BE(at, nodeSize - 2 * (records.length + 1));
  return bytes;
}

function headerNode(
  { nodeSize, maxKeyLength, attributes, comparison }: BTreeOptions,
  tree: {
    readonly height: number;
    readonly root: number;
    readonly records: number;
    readonly leaves: number;
    readonly nodes: number;
  },
): Buffer {
  const bytes = Buffer.alloc(nodeSize);
  bytes.writeInt8(kinds.header, 8);
  bytes.writeUInt16BE(3, 10);
  bytes.writeUInt16BE(tree.height, 14);
  bytes.writeUInt32BE(tree.root, 16);
  bytes.writeUInt32BE(tree.records, 20);
  bytes.writeUInt32BE(tree.leaves === 0 ? 0 : 1, 24);
  bytes.writeUInt32BE(tree.leaves, 28);
  bytes.writeUInt16BE(nodeSize, 32);
  bytes.writeUInt16BE(maxKeyLength, 34);
  bytes.writeUInt32BE(tree.nodes, 36);
  bytes.writeUInt32BE(nodeSize, 46); // the clump size
  bytes.writeUInt8(comparison, 51);
  bytes.writeUInt32BE(attributes, 52);
  const map = headLength + headerRecordLength + userRecordLength;
  const ends = [headLength, headLength + headerRecordLength, map, nodeSize - 8];
  if (tree.nodes > (nodeSize - 8 - map) * 8)
    throw new Error("Cannot make a volume of so many files");
  // A bit for each node in use.
  for (let node = 0; node < tree.nodes; node++) {
    const at = map + (node >> 3);
    bytes.writeUInt8(bytes.readUInt8(at) | (0x80 >> (node & 7)), at);
  }
  for (const [number, end] of ends.entries()) bytes.writeUInt16BE(end, nodeSize - 2 * (number + 1));
  return bytes;
}
