import type { NamedEntry } from "../../../contract/macos-calls.ts";
import { libsystem, libsystemX64 } from "../lib/libsystem.ts";
import { checked, cString, lastError } from "./failure.ts";

const AT_SYMLINK_NOFOLLOW = 0x20;

// The beginning of `struct stat` with file numbers of 64 bits, on both processors. Source: <sys/stat.h>.
//
//    0   device          i32
//    4   mode            u16
//    8   file number     u64
//
const statSize = 144;
const S_IFMT = 0o170000;
const kinds: Readonly<Record<number, NamedEntry["kind"]>> = {
  0o100000: "file",
  0o040000: "folder",
  0o120000: "link",
};

/** What has a name in an open folder, a link itself; `null`: nothing. */
export function lookIn(folder: number, name: string): NamedEntry | null {
  const room = Buffer.alloc(statSize);
  const fstatat = process.arch === "x64" ? libsystemX64.fstatat$INODE64 : libsystem.fstatat;
  const result = fstatat(folder, cString(name), room, AT_SYMLINK_NOFOLLOW);
  if (result < 0 && lastError() === "ENOENT") return null;
  checked(result, "look at", name);
  return {
    kind: kinds[room.readUInt16LE(4) & S_IFMT] ?? "other",
    device: BigInt(room.readInt32LE(0)),
    number: room.readBigUInt64LE(8),
  };
}
