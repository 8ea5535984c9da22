// Windows Installer replaces a versioned file only by one of a higher version, so the database must
// contain each version. It is in the resources of an executable: folders of type, id and language,
// then the offset of the bytes. Source: "PE Format", the .rsrc section, and VS_FIXEDFILEINFO.

import { SourceReader, type Source } from "../../write/source.ts";

const RT_VERSION = 16;
const VS_FFI_SIGNATURE = 0xfeef04bd;

/** A version resource contains its own length as a number of 16 bits. */
const longestInfo = 0xffff;

/** The version in an executable or a library, as `1.2.3.4`; `null` when it has none. */
export function fileVersion(source: Source): string | null {
  using reader = new SourceReader(source);
  try {
    return versionIn(reader);
  } catch (error) {
    // A read past the end: it is no executable, or a damaged one.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function versionIn(file: SourceReader): string | null {
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (file.read(at, bytes) < length) throw new RangeError("the file ends before");
    return bytes;
  };
  const uint16 = (at: number): number => read(at, 2).readUInt16LE();
  const uint32 = (at: number): number => read(at, 4).readUInt32LE();
  if (read(0, 2).toString("latin1") !== "MZ") return null;
  const head = uint32(0x3c);
  if (read(head, 4).toString("latin1") !== "PE\0\0") return null;
  const optional = head + 24;
  const directories = optional + (uint16(optional) === 0x20b ? 112 : 96);
  const address = uint32(directories + 2 * 8);
  const sections = optional + uint16(head + 20);
  const count = uint16(head + 6);
  const offsetOf = (virtual: number): number => {
    for (let index = 0; index < count; index++) {
      const section = sections + index * 40;
      const start = uint32(section + 12);
      if (virtual >= start && virtual < start + uint32(section + 16))
        return virtual - start + uint32(section + 20);
    }
    throw new RangeError("no section has this address");
  };
  if (address === 0) return null;
  const root = offsetOf(address);
  const inside = (folder: number, id: number | null): number | null => {
    const entries = uint16(folder + 12) + uint16(folder + 14);
    for (let index = 0; index < entries; index++) {
      const entry = folder + 16 + index * 8;
      if (id === null || uint32(entry) === id) return root + (uint32(entry + 4) & 0x7fffffff);
    }
    return null;
  };
  const type = inside(root, RT_VERSION);
  const name = type === null ? null : inside(type, null);
  const data = name === null ? null : inside(name, null);
  if (data === null) return null;
  const start = offsetOf(uint32(data));
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(VS_FFI_SIGNATURE);
  const info = Buffer.alloc(Math.min(uint32(data + 4), longestInfo));
  const at = info.subarray(0, file.read(start, info)).indexOf(signature);
  if (at < 0) return null;
  return [10, 8, 14, 12].map((offset) => uint16(start + at + offset)).join(".");
}
