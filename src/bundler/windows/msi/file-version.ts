// Windows Installer replaces a versioned file only by one of a higher version, so the database must
// contain each version. It is in the resources of an executable: folders of type, id and language,
// then the offset of the bytes. Source: "PE Format", the .rsrc section, and VS_FIXEDFILEINFO.

const RT_VERSION = 16;
const VS_FFI_SIGNATURE = 0xfeef04bd;

/** The version in an executable or a library, as `1.2.3.4`; `null` when it has none. */
export function fileVersion(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return versionIn(file);
  } catch (error) {
    // A read past the end: it is no executable, or a damaged one.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function versionIn(file: Buffer): string | null {
  if (file.toString("latin1", 0, 2) !== "MZ") return null;
  const head = file.readUInt32LE(0x3c);
  if (file.toString("latin1", head, head + 4) !== "PE\0\0") return null;
  const optional = head + 24;
  const directories = optional + (file.readUInt16LE(optional) === 0x20b ? 112 : 96);
  const address = file.readUInt32LE(directories + 2 * 8);
  const sections = optional + file.readUInt16LE(head + 20);
  const count = file.readUInt16LE(head + 6);
  const offsetOf = (virtual: number): number => {
    for (let index = 0; index < count; index++) {
      const section = sections + index * 40;
      const start = file.readUInt32LE(section + 12);
      if (virtual >= start && virtual < start + file.readUInt32LE(section + 16))
        return virtual - start + file.readUInt32LE(section + 20);
    }
    throw new RangeError("no section has this address");
  };
  if (address === 0) return null;
  const root = offsetOf(address);
  const inside = (folder: number, id: number | null): number | null => {
    const entries = file.readUInt16LE(folder + 12) + file.readUInt16LE(folder + 14);
    for (let index = 0; index < entries; index++) {
      const entry = folder + 16 + index * 8;
      if (id === null || file.readUInt32LE(entry) === id)
        return root + (file.readUInt32LE(entry + 4) & 0x7fffffff);
    }
    return null;
  };
  const type = inside(root, RT_VERSION);
  const name = type === null ? null : inside(type, null);
  const data = name === null ? null : inside(name, null);
  if (data === null) return null;
  const start = offsetOf(file.readUInt32LE(data));
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(VS_FFI_SIGNATURE);
  const info = file.subarray(start, start + file.readUInt32LE(data + 4));
  const at = info.indexOf(signature);
  if (at < 0) return null;
  return [10, 8, 14, 12].map((offset) => info.readUInt16LE(at + offset)).join(".");
}
