import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";
import { lostEntryReason } from "../../disk/lost-entry.ts";
import {
  makeFolder as diskFolder,
  makeLink,
  setMode,
  setTimes,
  writeFile,
} from "../../disk/write.ts";
import { compareBytes, folderMode, type Entry, type FileEntry } from "../write/entries.ts";
import { fileSource, piecesOf, type FilePart, type Source } from "../write/source.ts";

/**
 * Lists a folder unchanged, including links. Its files are read later.
 *
 * @param path the prefix of its entries' paths
 * @throws Error when a link leads out of it
 */
export function readFolder(folder: string, path: string): Entry<FilePart>[] {
  const read = (from: string, to: string): Entry<FilePart>[] =>
    readdirSync(from)
      .toSorted(compareBytes)
      .flatMap((name): Entry<FilePart>[] => {
        const [source, place] = [join(from, name), `${to}/${name}`];
        const stat = lstatSync(source, { throwIfNoEntry: false });
        if (stat === undefined)
          throw new Error(`Cannot ship "${source}": ${lostEntryReason(source)}`);
        if (stat.isSymbolicLink()) {
          const link = readlinkSync(source);
          const leads = posix.join(posix.dirname(place), link);
          if (posix.isAbsolute(link) || !`${leads}/`.startsWith(`${path}/`))
            throw new Error(`Cannot ship "${source}": the link leads out of "${folder}"`);
          return [{ kind: "link", path: place, to: link }];
        }
        if (stat.isDirectory()) return [{ kind: "folder", path: place }, ...read(source, place)];
        return [fileEntry(place, source)];
      });
  return [{ kind: "folder", path }, ...read(folder, path)];
}

/** A file of this machine; readable by all users, and executable if its owner may run it here. */
export function fileEntry(path: string, source: string): FileEntry<FilePart> {
  const mode = (lstatSync(source).mode & 0o100) !== 0 ? 0o755 : 0o644;
  return { kind: "file", path, mode, bytes: fileSource(source) };
}

/** Writes entries into a folder, all with this time. Folders come before their content. */
export function writeFolder(folder: string, entries: readonly Entry<Source>[], time: number): void {
  for (const entry of entries) {
    try {
      writeEntry(join(folder, entry.path), entry);
    } catch (cause) {
      throw (cause as { readonly code?: unknown }).code === "ENAMETOOLONG"
        ? tooLong(entry.path, cause)
        : cause;
    }
  }
  // From the inside out, because a change inside updates a folder's time.
  for (const { path } of entries.toReversed()) setTimes(join(folder, path), time, time);
}

function writeEntry(path: string, entry: Entry<Source>): void {
  // Regardless of the shell's umask, all users may read an app.
  if (entry.kind === "folder") makeFolder(path);
  else if (entry.kind === "link") makeLink(entry.to, path);
  else writeFile(path, piecesOf(entry.bytes), entry.mode);
}

/** Decomposed, a name in Hangul or with many accents has up to three times its bytes. */
function tooLong(path: string, cause: unknown): Error {
  const bytes = Buffer.byteLength(posix.basename(path));
  return new Error(
    `Cannot put "${path}" into the app: decomposed, as macOS stores names, this one has ${bytes} bytes, more than this machine's disk allows; shorten it`,
    { cause },
  );
}

function makeFolder(path: string): void {
  diskFolder(path);
  setMode(path, folderMode);
}
