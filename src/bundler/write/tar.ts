import { folderMode, linkMode, type Content, type Entry } from "./entries.ts";
import { joined, readSource, type JoinedSource } from "./source.ts";

// A GNU tar archive: 512-byte headers, contents padded to 512, two empty blocks at the end. A name
// of more than 100 bytes is in an entry of its own before it, of type "L" (the name) or "K" (the
// target of a link). dpkg rejects the newer pax headers.
//
// Source: GNU tar manual, "Basic Tar Format"; dpkg, lib/dpkg/tarfn.c.

const block = 512;

export interface TarOptions {
  /** Seconds since 1970, for every entry. */
  readonly time: number;
  /** Prepended to every path, for example "./". The folder itself then comes first. */
  readonly prefix: string;
}

/** A tar archive in memory, whose entries belong to root, in the given order. */
export function tar(entries: readonly Entry[], options: TarOptions): Buffer {
  const bytes = readSource(tarSource(entries, options));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The same for content that may exceed the memory. */
export function tarSource(
  entries: readonly Entry<Content>[],
  { time, prefix }: TarOptions,
): JoinedSource {
  const pieces: Content[] = [];
  if (prefix !== "")
    pieces.push(header({ name: prefix, mode: folderMode, size: 0, time, type: "5", link: "" }));
  for (const entry of entries) {
    const name = prefix + entry.path + (entry.kind === "folder" ? "/" : "");
    const link = entry.kind === "link" ? entry.to : "";
    pieces.push(...longName("L", name), ...longName("K", link));
    switch (entry.kind) {
      case "file":
        pieces.push(
          header({ name, mode: entry.mode, size: entry.bytes.length, time, type: "0", link }),
        );
        pieces.push(entry.bytes, padding(entry.bytes.length));
        break;
      case "folder":
        pieces.push(header({ name, mode: folderMode, size: 0, time, type: "5", link }));
        break;
      case "link":
        pieces.push(header({ name, mode: linkMode, size: 0, time, type: "2", link }));
        break;
    }
  }
  pieces.push(Buffer.alloc(2 * block));
  return joined(pieces);
}

interface Header {
  name: string;
  mode: number;
  size: number;
  time: number;
  type: "0" | "2" | "5" | "K" | "L";
  link: string;
}

function header({ name, mode, size, time, type, link }: Header): Buffer {
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, 100);
  bytes.write(octal(mode, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(time, 11), 136);
  bytes.write(type, 156);
  bytes.write(link, 157, 100);
  bytes.write("ustar  \0", 257, "latin1");
  bytes.write("root", 265);
  bytes.write("root", 297);
  // The checksum is computed with spaces in its place.
  bytes.fill(" ", 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return bytes;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

/** Empty for a name that fits the header. */
function longName(type: "K" | "L", name: string): Buffer[] {
  if (Buffer.byteLength(name) <= 100) return [];
  const bytes = Buffer.from(`${name}\0`);
  const entry = header({
    name: "././@LongLink",
    mode: 0o644,
    size: bytes.length,
    time: 0,
    type,
    link: "",
  });
  return [entry, bytes, padding(bytes.length)];
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}
