import { folderMode, linkMode, type Content, type Entry } from "./entries.ts";
import { isShort, joined, padding, type JoinedSource } from "./source.ts";

// A cpio archive in the "newc" format, rpm's payload format: per entry 6 magic characters, 13
// numbers of 8 hexadecimal digits, the name with a closing zero, padding to 4, the contents,
// padding to 4. A size has 32 bits, so rpm has a form of its own for larger files: the magic
// 07070X, the number of the file in the package's header in 8 digits, padding to 4, the contents,
// padding to 4.
//
// Source of the second form: rpm's lib/cpio.c.

/** File type and permission bits, as `stat` reports them. */
export function fullMode(entry: Entry<unknown>): number {
  switch (entry.kind) {
    case "file":
      return 0o100000 | entry.mode;
    case "folder":
      return 0o040000 | folderMode;
    case "link":
      return 0o120000 | linkMode;
  }
}

/** The bytes of an entry in an archive: those of a link are its target. */
export function contents<C extends Content>(entry: Entry<C>): C | Uint8Array {
  switch (entry.kind) {
    case "file":
      return entry.bytes;
    case "folder":
      return new Uint8Array();
    case "link":
      return Buffer.from(entry.to);
  }
}

/** Whether the entries need rpm's form for files of 4 GiB or more. */
export function hasLargeFiles(entries: readonly Entry<Content>[]): boolean {
  return !entries.every((entry) => isShort(contents(entry).length));
}

/** A cpio archive whose entries belong to root; entry n has inode n, counted from 1. */
export function cpio(entries: readonly Entry<Content>[], time: number): JoinedSource {
  const pieces: Content[] = [];
  const isLarge = hasLargeFiles(entries);
  entries.forEach((entry, index) => {
    const bytes = contents(entry);
    if (isLarge) {
      pieces.push(Buffer.from(`07070X${hexadecimal(index)}\0\0`), bytes, padding(bytes.length));
      return;
    }
    const links = entry.kind === "folder" ? 2 : 1;
    pieces.push(
      ...member(
        `./${entry.path}`,
        [index + 1, fullMode(entry), 0, 0, links, time, bytes.length],
        bytes,
      ),
    );
  });
  pieces.push(...member("TRAILER!!!", [0, 0, 0, 0, 1, 0, 0], new Uint8Array()));
  return joined(pieces);
}

/** `numbers`: inode, mode, owner, group, links, time, size. Device numbers are zero. */
function member(path: string, numbers: readonly number[], bytes: Content): Content[] {
  const name = Buffer.from(`${path}\0`);
  const fields = [...numbers, 0, 0, 0, 0, name.length, 0].map(hexadecimal);
  const header = Buffer.from(`070701${fields.join("")}`);
  return [header, name, padding(header.length + name.length), bytes, padding(bytes.length)];
}

const hexadecimal = (number: number): string => number.toString(16).padStart(8, "0");
