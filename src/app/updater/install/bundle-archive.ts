import type { Hash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { systemCode } from "../../paths/path-problem.ts";
import { syncFolder } from "../state/sync.ts";
import { checkName, refuse, tarEntriesIn } from "./archive.ts";
import type { Verified } from "./installation.ts";

// The archive of an app bundle: one folder with all its content, including links. Data that a Mac
// keeps beside files is left out. So a bundle that the app has put there is not marked as
// downloaded (com.apple.quarantine). The old bundle was marked if the user has allowed it to run.

/** Frameworks have thousands of files. No bundle has this many. */
const maxEntries = 100_000;

/** The steps of unpacking, by themselves so that tests can let each of them fail. */
export const unpackSteps = {
  makeFolder: (path: string): unknown => mkdirSync(path, { recursive: true, mode: 0o755 }),
  create: (path: string, mode: number): number => openSync(path, "wx", mode),
  write: (fd: number, bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
  },
  /** This takes as long as the disk needs, and the app must not stop meanwhile. */
  sync: promisify(fsync),
  link: symlinkSync,
  syncName: syncFolder,
} as const;

/**
 * Unpacks the bundle in a download into an empty folder, which takes its place.
 * @param sum gets the bytes of the download itself, all of them
 * @throws FrameworkError `bad-update` if it is no archive of one bundle, or is larger than allowed
 */
export async function unpackBundle(
  { payload, size }: Verified,
  sum: Hash,
  folder: string,
): Promise<void> {
  const links: { readonly path: string; readonly to: string }[] = [];
  let root: string | null = null;
  let [count, length] = [0, 0];
  for await (const { header, bytes } of tarEntriesIn(payload, sum)) {
    checkName(header.name);
    if (++count > maxEntries) throw refuse(`it must hold fewer than ${maxEntries} files`);
    const [first = "", ...names] = header.name
      .split("/")
      .filter((name) => name !== "" && name !== ".");
    root ??= first;
    if (first !== root) throw refuse(`it holds "${root}" and "${first}", and must hold one app`);
    const path = join(folder, ...names);
    if (header.type === "directory") unpackSteps.makeFolder(path);
    else if (header.type === "symlink") links.push({ path, to: header.linkname ?? "" });
    else if (header.type === "file" && names.length > 0) {
      unpackSteps.makeFolder(dirname(path));
      length = await unpackFile(path, header.mode ?? 0o644, bytes, { from: length, most: size });
    } else
      throw refuse(
        `"${header.name}" in it is a ${header.type}, and must be a file, a folder or a link`,
      );
  }
  if (root === null || !root.endsWith(".app")) throw refuse("it holds no app");
  makeLinks(folder, links);
  syncFolders(folder);
}

/** The length after the last file, and the longest allowed length. */
interface Length {
  readonly from: number;
  readonly most: number;
}

async function unpackFile(
  path: string,
  mode: number,
  bytes: AsyncIterable<Uint8Array>,
  { from, most }: Length,
): Promise<number> {
  let length = from;
  let fd: number;
  try {
    fd = unpackSteps.create(path, 0o600);
  } catch (error) {
    if (systemCode(error) === "EEXIST")
      throw refuse(`it holds two files of the name "${path}"`, error);
    throw error;
  }
  try {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > most) throw refuse(`it must be smaller than ${most} bytes`);
      unpackSteps.write(fd, chunk);
    }
    await unpackSteps.sync(fd);
  } finally {
    closeSync(fd);
  }
  // All who may read the file may run it. Only the owner may change it, and nothing runs as another
  // user.
  chmodSync(path, (mode & 0o111) === 0 ? 0o644 : 0o755);
  return length;
}

/** Links are made after all files, so that no file is written through a link. */
function makeLinks(
  folder: string,
  links: readonly { readonly path: string; readonly to: string }[],
): void {
  const inside = `${realpathSync.native(folder)}/`;
  const isInside = (path: string): boolean => `${existing(path) ?? ""}/`.startsWith(inside);
  for (const { path, to } of links) {
    // Its folder may be a link that was made before. Names alone cannot show that on disks that
    // ignore case.
    if (!isInside(firstThere(dirname(path))))
      throw refuse(`the link to "${to}" in it lies behind one that leads out`);
    unpackSteps.makeFolder(dirname(path));
    try {
      unpackSteps.link(to, path);
    } catch (error) {
      if (systemCode(error) === "EEXIST")
        throw refuse(`it holds two files of the name "${path}"`, error);
      throw error;
    }
  }
  for (const { path, to } of links)
    if (!isInside(path)) throw refuse(`the link to "${to}" in it leads out of the app, or nowhere`);
}

/** The path itself, or the nearest existing parent of it. */
function firstThere(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined
    ? firstThere(dirname(path))
    : path;
}

function existing(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(systemCode(error) ?? "")) return null;
    throw error;
  }
}

function syncFolders(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of inside)
    if (entry.isDirectory()) unpackSteps.syncName(join(entry.parentPath, entry.name));
  unpackSteps.syncName(folder);
}
