import { u16, u32, unicode } from "../big-endian.ts";
import { folderMode, linkMode, type Entry } from "../entries.ts";
import type { Source } from "../source.ts";
import { bTree, type BTreeRecord } from "./b-tree.ts";
import { compareNames, storedName } from "./names.ts";

// The catalog of HFS+ holds two records for each file and folder: its data, under the number of its
// folder and its name, and its location, under its own number.
//
// Source: Apple, Technical Note TN1150, "Catalog File".

/** Finder's data of a file or folder. */
export interface FinderInfo {
  /** Four letters each. */
  readonly type?: string;
  readonly creator?: string;
  readonly flags?: number;
}

/** The root folder and the first free number. */
export const rootNumber = 2;
const firstNumber = 16;
const rootParent = 1;

const kinds = { folder: 1, file: 2, folderThread: 3, fileThread: 4 } as const;
const blockSize = 4096;

/** A file's blocks: their start, and their number. */
export interface Extent {
  readonly start: number;
  readonly count: number;
}

/** The numbers of entries by their paths, in the order of the entries; "" is the root. */
export function catalogNumbers(
  entries: readonly Pick<Entry<unknown>, "path">[],
): ReadonlyMap<string, number> {
  return new Map([
    ["", rootNumber],
    ...entries.map(({ path }, index) => [path, firstNumber + index] as const),
  ]);
}

export interface CatalogOptions {
  readonly volumeName: string;
  /** In seconds since 1904. */
  readonly time: number;
  readonly extents: ReadonlyMap<string, Extent>;
  /** By path; "" is the root. */
  readonly finder: ReadonlyMap<string, FinderInfo>;
}

/** The bytes of an entry on the volume. */
export function contentOf(entry: Entry<Source>): Source {
  if (entry.kind === "file") return entry.bytes;
  return Buffer.from(entry.kind === "link" ? entry.to : "");
}

/** Makes the catalog. @param entries with their folders, each after its folder */
export function catalog(entries: readonly Entry<Source>[], options: CatalogOptions): Buffer {
  const numbers = catalogNumbers(entries);
  const root = { kind: "folder", path: "" } as const;
  const items = [root, ...entries].map((entry) => {
    const slash = entry.path.lastIndexOf("/");
    const isRoot = entry.path === "";
    return {
      entry,
      number: numbers.get(entry.path) ?? 0,
      parent: isRoot ? rootParent : (numbers.get(entry.path.slice(0, Math.max(0, slash))) ?? 0),
      name: storedName(isRoot ? options.volumeName : entry.path.slice(slash + 1)),
    };
  });
  const members = Map.groupBy(items, ({ parent }) => parent);
  const records = items.flatMap(({ entry, number, parent, name }) => {
    const thread = entry.kind === "folder" ? kinds.folderThread : kinds.fileThread;
    const own = { number, members: members.get(number)?.length ?? 0 };
    return [
      { folder: parent, name, data: recordOf(entry, own, options) },
      {
        folder: number,
        name: "",
        data: Buffer.concat([u16(thread), u16(0), u32(parent), unicode(name)]),
      },
    ];
  });
  records.sort((one, other) => one.folder - other.folder || compareNames(one.name, other.name));
  const keyed = records.map(({ folder, name, data }): BTreeRecord => {
    const key = Buffer.concat([u32(folder), unicode(name)]);
    return { key: Buffer.concat([u16(key.length), key]), data };
  });
  return bTree(keyed, { nodeSize: 8192, maxKeyLength: 516, attributes: 6, comparison: 0xcf });
}

function recordOf(
  entry: Entry<Source>,
  { number, members }: { readonly number: number; readonly members: number },
  { time, extents, finder }: CatalogOptions,
): Buffer {
  const isFolder = entry.kind === "folder";
  const bytes = Buffer.alloc(isFolder ? 88 : 248);
  bytes.writeUInt16BE(isFolder ? kinds.folder : kinds.file, 0);
  if (isFolder) bytes.writeUInt32BE(members, 4);
  else bytes.writeUInt16BE(2, 2); // it has a thread record
  bytes.writeUInt32BE(number, 8);
  // Created, changed, attributes changed, read.
  for (const place of [12, 16, 20, 24]) bytes.writeUInt32BE(time, place);
  bytes.writeUInt16BE(modeOf(entry), 42);
  if (!isFolder) bytes.writeUInt32BE(1, 44); // hard links
  const info: FinderInfo =
    entry.kind === "link" ? { type: "slnk", creator: "rhap" } : (finder.get(entry.path) ?? {});
  bytes.write(info.type ?? "", 48, "latin1");
  bytes.write(info.creator ?? "", 52, "latin1");
  bytes.writeUInt16BE(info.flags ?? 0, 56);
  if (!isFolder) writeFork(bytes, 88, contentOf(entry).length, extents.get(entry.path));
  return bytes;
}

/** The extent of a file's content. */
export function writeFork(
  bytes: Buffer,
  at: number,
  length: number,
  extent: Extent | undefined,
): void {
  bytes.writeBigUInt64BE(BigInt(length), at);
  if (extent === undefined) return;
  bytes.writeUInt32BE(extent.count, at + 12);
  bytes.writeUInt32BE(extent.start, at + 16);
  bytes.writeUInt32BE(extent.count, at + 20);
}

/** The number of blocks of a content. */
export function blocksFor(length: number): number {
  return Math.ceil(length / blockSize);
}

function modeOf(entry: Entry<unknown>): number {
  if (entry.kind === "file") return 0o100000 | entry.mode;
  return entry.kind === "link" ? 0o120000 | linkMode : 0o040000 | folderMode;
}
