import type { KeepAttributes } from "../../../contract/host/file-attributes.ts";
import { libc } from "../lib/libc.ts";

// Extended attributes of a file: the data of programs beside it ("user.…": tags, its download
// address), and its access list. The kernel's security modules set their own labels on a new file;
// capabilities are lost with every write. Source: xattr(7), acl(5).

const accessList = "system.posix_acl_access";
const isKept = (name: string): boolean => name.startsWith("user.") || name === accessList;
/** XATTR_SIZE_MAX and XATTR_LIST_MAX of <linux/limits.h>. */
const maxBytes = 65_536;

/** Copies the extended attributes of one file to another, on any thread. */
export const keepAttributes: KeepAttributes = (from, to) => {
  const room = new Uint8Array(new ArrayBuffer(maxBytes));
  const names = namesOf(from, room);
  // A folder may give its new files an access list of its own.
  if (!names.includes(accessList) && namesOf(to, room).includes(accessList))
    if (Number(libc.fremovexattr(to, accessList)) < 0) return false;
  return names.filter(isKept).every((name) => {
    const length = Number(libc.fgetxattr(from, name, room, maxBytes));
    return length >= 0 && Number(libc.fsetxattr(to, name, room, length, 0)) >= 0;
  });
};

/** Empty on a disk without such attributes. */
function namesOf(file: number, room: Uint8Array): string[] {
  const length = Number(libc.flistxattr(file, room, maxBytes));
  return length <= 0
    ? []
    : Buffer.from(room.slice(0, length)).toString("utf8").split("\0").slice(0, -1);
}
