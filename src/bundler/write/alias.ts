import { u16, u32, unicode } from "./big-endian.ts";

// An alias is a classic reference to a file: by the numbers of its folders and itself, and by its
// path. Finder finds the background of a disk image by one.
//
//     4  length, version 2, kind (0: a file)
//    10  volume: name, creation time, "H+", kind of disk
//    46  number of the folder, name of the file, its number, creation time, type and creator
//   134  the levels between the reader and the file, both ways (-1: unknown); attributes of the volume
//   150  more, each with its kind and length, padded to two; the last is -1
//
// Source: the Python package mac_alias.

export interface AliasTarget {
  readonly volume: string;
  /** The creation time of everything on it, in seconds since 1904. */
  readonly time: number;
  /** From the root: folders and the file, with their numbers. */
  readonly path: readonly { readonly name: string; readonly number: number }[];
}

const parts = {
  folderName: 0,
  folders: 1,
  path: 2,
  name: 14,
  volumeName: 15,
  posixPath: 18,
  mountPoint: 19,
} as const;
const rootNumber = 2;

/** Makes an alias of a file on a volume of HFS+. */
export function alias({ volume, time, path }: AliasTarget): Buffer {
  const [folder, file] = [path.at(-2), path.at(-1)];
  if (file === undefined) throw new Error("Cannot make an alias of a volume");
  const names = path.map(({ name }) => name);
  const body = Buffer.concat([
    u16(0),
    pascal(volume, 28),
    u32(time),
    Buffer.from("H+"),
    u16(0),
    u32(folder?.number ?? rootNumber),
    pascal(file.name, 64),
    u32(file.number),
    u32(time),
    Buffer.alloc(8),
    u16(0xffff),
    u16(0xffff),
    u32(0),
    u16(0),
    Buffer.alloc(10),
    part(parts.folderName, Buffer.from(folder?.name ?? volume)),
    part(parts.folders, Buffer.concat(path.slice(0, -1).map(({ number }) => u32(number)))),
    part(parts.path, Buffer.from([volume, ...names].join(":"))),
    part(parts.name, unicode(file.name)),
    part(parts.volumeName, unicode(volume)),
    part(parts.posixPath, Buffer.from(`/${names.join("/")}`)),
    part(parts.mountPoint, Buffer.from(`/Volumes/${volume}`)),
    u16(0xffff),
    u16(0),
  ]);
  return Buffer.concat([u32(0), u16(8 + body.length), u16(2), body]);
}

function part(kind: number, content: Buffer): Buffer {
  return Buffer.concat([u16(kind), u16(content.length), content, Buffer.alloc(content.length & 1)]);
}

/** A text in a field of fixed length, without unsupported letters. */
function pascal(text: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const shown = Buffer.from(text.replaceAll(/[^\x20-\x7e]/g, "?")).subarray(0, length - 1);
  bytes.writeUInt8(shown.length, 0);
  shown.copy(bytes, 1);
  return bytes;
}
