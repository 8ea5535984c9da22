import { closeSync, writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import { openNewFile, withPath } from "../../../disk/write.ts";
import { folderMode, linkMode, type Content, type Entry } from "../entries.ts";
import { isShort, readSource, slice } from "../source.ts";
import { Metadata, metadataBlock, metadataSize, type Compress, type Place } from "./metadata.ts";
import {
  filesOf,
  isFolder,
  makeTree,
  noData,
  number,
  runs,
  type FileNode,
  type Node,
} from "./tree.ts";

// A squashfs 4.0 image, all numbers little-endian:
//
//   superblock        96 bytes
//   data              the files in blocks of `blockSize`, each compressed separately; the rest of a file
//                     after its whole blocks shares "fragment" blocks with the rests of other files
//   inodes            metadata: one per file, folder and link, children before their folder
//   folders           metadata: the names in each folder
//   fragments, ids    tables: metadata blocks, then the list of their starts
//
// Metadata is a stream cut into blocks of 8192 bytes; a position in it is (offset of the block in
// the image part, offset in the block's plain bytes). Everything belongs to root; there are no
// extended attributes.
//
// Source: "Squashfs Binary Format" by D. Oberhollenzer.

const superblockSize = 96;
const compressorZstd = 6;
/** Set in the size of an uncompressed data block. */
const storedBlock = 1 << 24;
const inodeType = { folder: 1, file: 2, link: 3, largeFolder: 8, largeFile: 9 } as const;
/** The number of no extended attribute. */
const noAttribute = 0xffff_ffff;
const flags = { noFragments: 0x10, noAttributes: 0x200 } as const;

export interface SquashfsOptions {
  /** The content of the file before the image. Default: none. */
  readonly head?: Uint8Array;
  /** Seconds since 1970, for every file and the image itself. */
  readonly time: number;
  /** Packs a block by zstd, into one frame. */
  readonly compress: Compress;
  /** A power of two from 4 KiB to 1 MiB. */
  readonly blockSize: number;
  /** Called with the written part of the files' bytes, up to 1. */
  readonly progress?: (done: number) => void;
}

/** Writes a squashfs image to a file; it is padded to whole pages, as block devices require. */
export async function writeSquashfs(
  path: string,
  entries: readonly Entry<Content>[],
  options: SquashfsOptions,
): Promise<void> {
  const file = openNewFile(path);
  try {
    await writeImage(file, entries, options);
  } catch (error) {
    // An error that stops a build is also thrown in here, and stays unchanged.
    throw error instanceof Error && "syscall" in error ? withPath(error, path) : error;
  } finally {
    closeSync(file);
  }
}

async function writeImage(
  file: number,
  entries: readonly Entry<Content>[],
  options: SquashfsOptions,
): Promise<void> {
  const image = new Image(file, options);
  const root = makeTree(entries);
  const total = number(root, 0);
  const files = filesOf(root);
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let written = 0;
  const wrote = (bytes: number): void => options.progress?.((written += bytes) / size);
  for (const one of files) await image.writeFile(one, wrote);
  await image.writeFragment();
  await image.writeTree(root, total + 1);
  await image.finish(root, total);
}

class Image {
  readonly #time: number;
  readonly #blockSize: number;
  readonly #compress: Compress;
  readonly #file: number;
  /** The start of the image in the file. */
  readonly #start: number;
  #length = superblockSize;

  readonly #inodes: Metadata;
  readonly #folders: Metadata;
  readonly #fragments: { start: number; size: number }[] = [];
  #rests: Uint8Array[] = [];
  #restLength = 0;

  constructor(
    file: number,
    { head = new Uint8Array(), time, compress, blockSize }: SquashfsOptions,
  ) {
    this.#file = file;
    this.#start = head.length;
    writeAll(file, head, 0);
    this.#time = time;
    this.#blockSize = blockSize;
    this.#compress = compress;
    this.#inodes = new Metadata(this.#compress);
    this.#folders = new Metadata(this.#compress);
  }

  async writeFile({ node, bytes }: FileNode, wrote: (bytes: number) => void): Promise<void> {
    const size = this.#blockSize;
    const whole = Math.floor(bytes.length / size);
    const sizes: number[] = [];
    const start = whole === 0 ? 0 : this.#length;
    // A few blocks at a time: each is compressed on a thread of its own.
    const atOnce = 2 * availableParallelism();
    for (let first = 0; first < whole; first += atOnce) {
      const blocks = Array.from({ length: Math.min(atOnce, whole - first) }, (_, index) =>
        readSource(slice(bytes, (first + index) * size, (first + index + 1) * size)),
      );
      const packed = await Promise.all(blocks.map(this.#compress));
      blocks.forEach((block, index) => sizes.push(this.#putBlock(block, packed[index] ?? block)));
      wrote(blocks.length * size);
    }
    node.data = { ...noData, start, sizes };
    const rest = readSource(slice(bytes, whole * size));
    if (rest.length > 0) {
      if (this.#restLength + rest.length > size) await this.writeFragment();
      node.data = {
        start,
        sizes,
        fragment: this.#fragments.length,
        fragmentOffset: this.#restLength,
      };
      this.#rests.push(rest);
      this.#restLength += rest.length;
      wrote(rest.length);
    }
  }

  /** Writes the collected rests of files as one block. */
  async writeFragment(): Promise<void> {
    if (this.#restLength === 0) return;
    const bytes = Buffer.concat(this.#rests);
    const start = this.#length;
    this.#fragments.push({ start, size: this.#putBlock(bytes, await this.#compress(bytes)) });
    this.#rests = [];
    this.#restLength = 0;
  }

  /**
   * Writes inodes and names of a folder's contents, then its own. `above` is the inode of its
   * parent.
   */
  async writeTree(folder: Node, above: number): Promise<void> {
    for (const child of folder.children) {
      if (isFolder(child)) await this.writeTree(child, folder.inode);
      else {
        child.place = this.#inodes.place();
        await this.#inodes.add(this.#leaf(child));
      }
    }
    const names = this.#folders.place();
    let size = 3;
    for (const run of runs(folder.children)) {
      const bytes = folderRun(run);
      size += bytes.length;
      await this.#folders.add(bytes);
    }
    folder.place = this.#inodes.place();
    await this.#inodes.add(this.#folder(folder, above, names, size));
  }

  async finish(root: Node, inodes: number): Promise<void> {
    const inodeStart = this.#putMetadata(await this.#inodes.finish());
    const folderStart = this.#putMetadata(await this.#folders.finish());
    const fragmentTable = Buffer.alloc(16 * this.#fragments.length);
    this.#fragments.forEach(({ start, size }, index) => {
      fragmentTable.writeBigUInt64LE(BigInt(start), index * 16);
      fragmentTable.writeUInt32LE(size, index * 16 + 8);
    });
    const absent = -1;
    const fragmentStart =
      this.#fragments.length === 0 ? absent : await this.#putTable(fragmentTable);
    const idStart = await this.#putTable(Buffer.alloc(4));
    const used = this.#length;

    const start = Buffer.alloc(superblockSize);
    const place = (at: number, value: number): number => start.writeBigInt64LE(BigInt(value), at);
    start.write("hsqs", 0);
    start.writeUInt32LE(inodes, 4);
    start.writeUInt32LE(this.#time, 8);
    start.writeUInt32LE(this.#blockSize, 12);
    start.writeUInt32LE(this.#fragments.length, 16);
    start.writeUInt16LE(compressorZstd, 20);
    start.writeUInt16LE(Math.log2(this.#blockSize), 22);
    start.writeUInt16LE(
      flags.noAttributes | (this.#fragments.length === 0 ? flags.noFragments : 0),
      24,
    );
    start.writeUInt16LE(1, 26);
    start.writeUInt16LE(4, 28);
    start.writeUInt16LE(0, 30);
    place(32, root.place.block * 0x1_0000 + root.place.offset);
    place(40, used);
    place(48, idStart);
    place(56, absent);
    place(64, inodeStart);
    place(72, folderStart);
    place(80, fragmentStart);
    place(88, absent);
    this.#put(Buffer.alloc((4096 - (used % 4096)) % 4096));
    writeAll(this.#file, start, this.#start);
  }

  #put(bytes: Uint8Array): void {
    writeAll(this.#file, bytes, this.#start + this.#length);
    this.#length += bytes.length;
  }

  /** Writes the smaller of the two and returns the size in the form for inodes. */
  #putBlock(plain: Uint8Array, packed: Uint8Array): number {
    const isSmaller = packed.length < plain.length;
    this.#put(isSmaller ? packed : plain);
    return isSmaller ? packed.length : plain.length | storedBlock;
  }

  #putMetadata(blocks: readonly Uint8Array[]): number {
    const start = this.#length;
    blocks.forEach((block) => this.#put(block));
    return start;
  }

  /**
   * Writes the blocks of a table and then the list of their offsets; returns the start of the list.
   */
  async #putTable(bytes: Buffer): Promise<number> {
    const places: number[] = [];
    for (let at = 0; at < bytes.length; at += metadataSize) {
      places.push(this.#length);
      this.#put(await metadataBlock(bytes.subarray(at, at + metadataSize), this.#compress));
    }
    const start = this.#length;
    const list = Buffer.alloc(8 * places.length);
    places.forEach((place, index) => list.writeBigUInt64LE(BigInt(place), index * 8));
    this.#put(list);
    return start;
  }

  #leaf(node: Node): Buffer {
    if (node.entry?.kind === "link") {
      const target = Buffer.from(node.entry.to);
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(1, 0);
      bytes.writeUInt32LE(target.length, 4);
      return Buffer.concat([this.#inode(inodeType.link, linkMode, node), bytes, target]);
    }
    return this.#fileInode(node);
  }

  #fileInode(node: Node): Buffer {
    const file = node.entry?.kind === "file" ? node.entry : null;
    const length = file?.bytes.length ?? 0;
    const { start, sizes, fragment, fragmentOffset } = node.data;
    const blocks = Buffer.alloc(4 * sizes.length);
    sizes.forEach((size, index) => blocks.writeUInt32LE(size, index * 4));
    if (isShort(start) && isShort(length)) {
      const bytes = Buffer.alloc(16);
      bytes.writeUInt32LE(start, 0);
      bytes.writeUInt32LE(fragment, 4);
      bytes.writeUInt32LE(fragmentOffset, 8);
      bytes.writeUInt32LE(length, 12);
      return Buffer.concat([this.#inode(inodeType.file, file?.mode ?? 0, node), bytes, blocks]);
    }
    const bytes = Buffer.alloc(40);
    bytes.writeBigUInt64LE(BigInt(start), 0);
    bytes.writeBigUInt64LE(BigInt(length), 8);
    bytes.writeUInt32LE(1, 24); // links to it, after the count of sparse bytes
    bytes.writeUInt32LE(fragment, 28);
    bytes.writeUInt32LE(fragmentOffset, 32);
    bytes.writeUInt32LE(noAttribute, 36);
    return Buffer.concat([this.#inode(inodeType.largeFile, file?.mode ?? 0, node), bytes, blocks]);
  }

  #folder(node: Node, above: number, names: Place, size: number): Buffer {
    const links = 2 + node.children.filter(isFolder).length;
    if (size < 0x1_0000) {
      const bytes = Buffer.alloc(16);
      bytes.writeUInt32LE(names.block, 0);
      bytes.writeUInt32LE(links, 4);
      bytes.writeUInt16LE(size, 8);
      bytes.writeUInt16LE(names.offset, 10);
      bytes.writeUInt32LE(above, 12);
      return Buffer.concat([this.#inode(inodeType.folder, folderMode, node), bytes]);
    }
    const bytes = Buffer.alloc(24);
    bytes.writeUInt32LE(links, 0);
    bytes.writeUInt32LE(size, 4);
    bytes.writeUInt32LE(names.block, 8);
    bytes.writeUInt32LE(above, 12);
    bytes.writeUInt16LE(names.offset, 18);
    bytes.writeUInt32LE(noAttribute, 20);
    return Buffer.concat([this.#inode(inodeType.largeFolder, folderMode, node), bytes]);
  }

  /** The common start of all inodes; owner and group are number 0 of the id table. */
  #inode(type: number, mode: number, node: Node): Buffer {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt16LE(type, 0);
    bytes.writeUInt16LE(mode, 2);
    bytes.writeUInt32LE(this.#time, 8);
    bytes.writeUInt32LE(node.inode, 12);
    return bytes;
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

function folderRun(run: readonly Node[]): Buffer {
  const first = run[0];
  if (first === undefined) return Buffer.alloc(0);
  const header = Buffer.alloc(12);
  header.writeUInt32LE(run.length - 1, 0);
  header.writeUInt32LE(first.place.block, 4);
  header.writeUInt32LE(first.inode, 8);
  const names = run.map((node) => {
    const name = Buffer.from(node.name);
    const bytes = Buffer.alloc(8);
    const type = isFolder(node)
      ? inodeType.folder
      : node.entry?.kind === "link"
        ? inodeType.link
        : inodeType.file;
    bytes.writeUInt16LE(node.place.offset, 0);
    bytes.writeInt16LE(node.inode - first.inode, 2);
    bytes.writeUInt16LE(type, 4);
    bytes.writeUInt16LE(name.length - 1, 6);
    return Buffer.concat([bytes, name]);
  });
  return Buffer.concat([header, ...names]);
}
