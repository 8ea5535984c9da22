import { parse } from "plist";
import { crc32, inflateSync } from "node:zlib";

// Reads disk images and volumes as Apple describes them, independent of the code that writes them.

export interface VolumeFile {
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  readonly content: Buffer;
  readonly type: string;
  readonly finderFlags: number;
}

export interface Image {
  readonly name: string;
  readonly files: ReadonlyMap<string, VolumeFile>;
  readonly resources: Readonly<
    Record<string, readonly { readonly ID: string; readonly Data: Uint8Array }[]>
  >;
  readonly signature: Buffer;
  /** The signed data: everything before the signature, and the trailer without its length. */
  readonly signed: { readonly content: Buffer; readonly trailer: Buffer };
}

export function readDmg(file: Buffer): Image {
  const trailer = file.subarray(-512);
  const number = (at: number): number => Number(trailer.readBigUInt64BE(at));
  const list = file.subarray(number(216), number(216) + number(224));
  const { "resource-fork": resources } = parse(list.toString()) as unknown as {
    "resource-fork": Image["resources"];
  };
  if (crc32(file.subarray(0, number(32))) !== trailer.readUInt32BE(88))
    throw new Error("the data was changed");
  const table = Buffer.from(resources["blkx"]?.[0]?.Data ?? []);
  const parts: Buffer[] = [];
  for (let run = 204; run < table.length; run += 40) {
    const count = Number(table.readBigUInt64BE(run + 16)) * 512;
    const at = Number(table.readBigUInt64BE(run + 24));
    const bytes = file.subarray(at, at + Number(table.readBigUInt64BE(run + 32)));
    const kind = table.readUInt32BE(run);
    if (kind === 0x80000005) parts.push(inflateSync(bytes));
    else if (kind === 1) parts.push(bytes);
    else if (kind === 2) parts.push(Buffer.alloc(count));
  }
  const volume = Buffer.concat(parts);
  if (crc32(volume) !== table.readUInt32BE(72)) throw new Error("the volume was changed");
  const unsized = Buffer.from(trailer);
  unsized.writeBigUInt64BE(0n, 304);
  return {
    ...readVolume(volume),
    resources,
    signature: file.subarray(number(296), number(296) + number(304)),
    signed: { content: file.subarray(0, number(296)), trailer: unsized },
  };
}

interface Item {
  readonly number: number;
  readonly parent: number;
  readonly name: string;
  readonly data: Buffer;
}

export function readVolume(volume: Buffer): Pick<Image, "name" | "files"> {
  const header = volume.subarray(1024, 1536);
  if (!header.equals(volume.subarray(-1024, -512)))
    throw new Error("the copy of the header is another");
  const size = header.readUInt32BE(40);
  if (header.readUInt32BE(44) * size !== volume.length)
    throw new Error("the volume has another length");
  const fork = (bytes: Buffer, at: number): Buffer => {
    const start = bytes.readUInt32BE(at + 16) * size;
    return volume.subarray(start, start + Number(bytes.readBigUInt64BE(at)));
  };
  const catalog = fork(header, 272);
  const nodeSize = catalog.readUInt16BE(32);
  const items: Item[] = [];
  for (let number = catalog.readUInt32BE(24); number !== 0;) {
    const node = catalog.subarray(number * nodeSize, (number + 1) * nodeSize);
    for (let record = 0; record < node.readUInt16BE(10); record++) {
      const at = node.readUInt16BE(nodeSize - 2 * (record + 1));
      const end = node.readUInt16BE(nodeSize - 2 * (record + 2));
      const key = at + 2 + node.readUInt16BE(at);
      const data = node.subarray(key, end);
      if (data.readUInt16BE(0) > 2) continue;
      const name = Buffer.from(node.subarray(at + 8, key))
        .swap16()
        .toString("utf16le");
      items.push({ number: data.readUInt32BE(8), parent: node.readUInt32BE(at + 2), name, data });
    }
    number = node.readUInt32BE(0);
  }
  checkIndex(catalog, nodeSize);
  if (items.length !== header.readUInt32BE(32) + header.readUInt32BE(36) + 1)
    throw new Error("the catalog has another number of files than the header says");
  const byNumber = new Map(items.map((item) => [item.number, item]));
  const pathOf = ({ number, parent, name }: Item): string => {
    const above = byNumber.get(parent);
    if (number === 2) return "";
    const folder = above === undefined ? "?" : pathOf(above);
    return folder === "" ? name : `${folder}/${name}`;
  };
  const files = items.map((item): VolumeFile => {
    const { data } = item;
    const mode = data.readUInt16BE(42);
    const isFolder = data.readUInt16BE(0) === 1;
    return {
      path: pathOf(item).normalize("NFC"),
      kind: isFolder ? "folder" : (mode & 0o170000) === 0o120000 ? "link" : "file",
      mode: mode & 0o777,
      content: isFolder ? Buffer.alloc(0) : fork(data, 88),
      type: data.toString("latin1", 48, 52),
      finderFlags: data.readUInt16BE(56),
    };
  });
  return {
    name: (byNumber.get(2)?.name ?? "").normalize("NFC"),
    files: new Map(files.map((file) => [file.path, file])),
  };
}

/** From its root, a tree leads to all leaves, in their order, by the first key of each node. */
function checkIndex(tree: Buffer, nodeSize: number): void {
  const firstKey = (node: Buffer): string => node.toString("hex", 14, 16 + node.readUInt16BE(14));
  const leaves: number[] = [];
  const visit = (number: number, height: number): void => {
    const node = tree.subarray(number * nodeSize, (number + 1) * nodeSize);
    if (node.readUInt8(9) !== height) throw new Error("a node of the catalog is of another height");
    if (height === 1) leaves.push(number);
    for (let record = 0; height > 1 && record < node.readUInt16BE(10); record++) {
      const at = node.readUInt16BE(nodeSize - 2 * (record + 1));
      const end = at + 2 + node.readUInt16BE(at);
      const child = node.readUInt32BE(end);
      if (node.toString("hex", at, end) !== firstKey(tree.subarray(child * nodeSize)))
        throw new Error("the catalog leads to a node by another key than its first");
      visit(child, height - 1);
    }
  };
  visit(tree.readUInt32BE(16), tree.readUInt16BE(14));
  const linked: number[] = [];
  for (
    let number = tree.readUInt32BE(24);
    number !== 0;
    number = tree.readUInt32BE(number * nodeSize)
  )
    linked.push(number);
  if (linked.join() !== leaves.join())
    throw new Error("the catalog does not lead to all its leaves");
}

/** The values of a .DS_Store by the name and key of their records. */
export function readStore(file: Buffer): ReadonlyMap<string, Buffer | string | number> {
  const store = file.subarray(4);
  const listAt = store.readUInt32BE(4);
  // The first tree is DSDB, in block 1; its root is the block that the first word names.
  const block = (index: number): Buffer => {
    const address = store.readUInt32BE(listAt + 8 + 4 * index);
    const offset = address & ~31;
    return store.subarray(offset, offset + 2 ** (address & 31));
  };
  const node = block(block(1).readUInt32BE(0));
  const values = new Map<string, Buffer | string | number>();
  let at = 8;
  for (let record = 0; record < node.readUInt32BE(4); record++) {
    const nameEnd = at + 4 + 2 * node.readUInt32BE(at);
    const name = Buffer.from(node.subarray(at + 4, nameEnd))
      .swap16()
      .toString("utf16le");
    const key = `${name} ${node.toString("latin1", nameEnd, nameEnd + 4)}`;
    const type = node.toString("latin1", nameEnd + 4, nameEnd + 8);
    const start = nameEnd + 8;
    const length = type === "blob" ? node.readUInt32BE(start) : 4;
    if (type === "blob") values.set(key, node.subarray(start + 4, start + 4 + length));
    else
      values.set(
        key,
        type === "long" ? node.readUInt32BE(start) : node.toString("latin1", start, start + 4),
      );
    at = start + length + (type === "blob" ? 4 : 0);
  }
  return values;
}
