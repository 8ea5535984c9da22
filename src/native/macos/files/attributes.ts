import type { MacFiles, NamedEntry } from "../../../contract/host/macos-calls.ts";
import { libsystem } from "../lib/libsystem.ts";
import { attempt, checked, cString, failed } from "./failure.ts";

// Requested attributes are selected by bits, `struct attrlist`, and arrive in the order of the
// bits. A text is a reference: its offset, counted from the reference, and its length with its NUL.
// Source: getattrlist(2), getattrlistbulk(2), <sys/attr.h>.

const ATTR_BIT_MAP_COUNT = 5;
const ATTR_CMN_NAME = 0x1;
const ATTR_CMN_DEVID = 0x2;
const ATTR_CMN_OBJTYPE = 0x8;
const ATTR_CMN_FILEID = 0x02000000;
const ATTR_CMN_FULLPATH = 0x08000000;
const ATTR_CMN_RETURNED_ATTRS = 0x80000000;
const FSOPT_NOFOLLOW = 1;

/** An answer begins with its total length. */
const lengthSize = 4;
/** `attribute_set_t`: five words of bits for the returned attributes. */
const returnedSize = 20;

/** `enum vtype` */
const kinds: Readonly<Record<number, NamedEntry["kind"]>> = {
  1: "file",
  2: "folder",
  5: "link",
};

function wanted(common: number): Uint8Array {
  const bits = Buffer.alloc(24);
  bits.writeUInt16LE(ATTR_BIT_MAP_COUNT, 0);
  bits.writeUInt32LE(common, 4);
  return bits;
}

/** The path of a file, links followed, in the system's own spelling: by its path, or opened. */
export function fullPath(file: string | number): string {
  // PATH_MAX is 1024; deeper files have paths, too, which only calls relative to an open folder
  // reach.
  const room = Buffer.alloc(lengthSize + 8 + 4096);
  const which = wanted(ATTR_CMN_FULLPATH);
  checked("find the path of", String(file), () =>
    typeof file === "number"
      ? libsystem.fgetattrlist(file, which, room, room.length, 0)
      : libsystem.getattrlist(cString(file), which, room, room.length, 0),
  );
  return textAt(room, lengthSize);
}

/** The entry of a name in an open folder, a link itself; `null`: there is none. */
export function lookIn(folder: number, name: string): NamedEntry | null {
  const room = Buffer.alloc(lengthSize + 4 + 4 + 8);
  const which = wanted(ATTR_CMN_DEVID + ATTR_CMN_OBJTYPE + ATTR_CMN_FILEID);
  // Not fstatat: the processor determines which of two functions of that name is called.
  const { code } = attempt(() =>
    libsystem.getattrlistat(folder, cString(name), which, room, room.length, FSOPT_NOFOLLOW),
  );
  if (code === "ENOENT") return null;
  if (code !== null) throw failed("look at", name, code);
  return entryIn(room);
}

/** The file in an answer: its device, its kind, its number. */
export function entryIn(answer: Buffer): NamedEntry {
  return {
    device: BigInt(answer.readInt32LE(lengthSize)),
    kind: kinds[answer.readUInt32LE(lengthSize + 4)] ?? "other",
    number: answer.readBigUInt64LE(lengthSize + 8),
  };
}

/** Enough for the names of one call. */
const listRoom = 64 << 10;

/** The names in an open folder with their kinds; links are not followed. */
export function listFolder(folder: number): ReturnType<MacFiles["list"]> {
  const which = wanted(ATTR_CMN_RETURNED_ATTRS + ATTR_CMN_NAME + ATTR_CMN_OBJTYPE);
  const room = Buffer.alloc(listRoom);
  const entries = [];
  const list = (call: () => number): number => checked("list", String(folder), call);
  list(() => libsystem.lseek(folder, 0, 0));
  for (;;) {
    const count = list(() => libsystem.getattrlistbulk(folder, which, room, room.length, 0));
    if (count === 0) return entries;
    entries.push(...entriesIn(room, count));
  }
}

/** The entries of one answer of `getattrlistbulk`. */
export function entriesIn(answer: Buffer, count: number): ReturnType<MacFiles["list"]> {
  const entries = [];
  for (let at = 0; entries.length < count; at += answer.readUInt32LE(at)) {
    const returned = answer.readUInt32LE(at + lengthSize);
    const name = at + lengthSize + returnedSize;
    const type = (returned & ATTR_CMN_OBJTYPE) === 0 ? 0 : answer.readUInt32LE(name + 8);
    entries.push({ name: textAt(answer, name), kind: kinds[type] ?? "other" } as const);
  }
  return entries;
}

function textAt(answer: Buffer, reference: number): string {
  const start = reference + answer.readInt32LE(reference);
  const length = answer.readUInt32LE(reference + 4) - 1;
  return answer.toString("utf8", start, start + length);
}
