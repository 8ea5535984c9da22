import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, posix, resolve } from "node:path";
import { isInProject } from "../config/read/ancestors.ts";
import { lostEntryReason } from "../disk/lost-entry.ts";
import { search } from "../disk/search.ts";
import { statusAt } from "../disk/status.ts";
import { splitGlob } from "../contract/patterns/file-glob.ts";
import { trimmedEnd } from "../contract/text/trimmed-end.ts";
import { resourcePath } from "../contract/shipped/resource-path.ts";
import { compareBytes } from "./write/entries.ts";

/** A file for a package. */
export interface PackagedFile {
  /** Its path, with "/" and without a leading one. */
  readonly path: string;
  /** The file on this machine, or the bytes themselves. */
  readonly source: string | Uint8Array;
  readonly executable: boolean;
}

/** Called for each folder without files, which no package contains. */
export type EmptyFolders = (path: string) => void;

/** The note of a build about such a folder. */
export function emptyFolderNote(field: string, path: string): string {
  return `framework.bundle.${field}: "${path}" is empty, and packages hold files only: put a file into it, or make the folder when the app starts`;
}

/**
 * Finds the files of `bundle.resources`. Paths are relative to `folder`; symbolic links are
 * followed; files with a leading dot are included.
 *
 * A list keeps each file under its written path (see `resourcePath`). In a map
 *
 *   "a.txt": "b.txt"        the file gets that path; with a final "/" or as "" the value is a folder
 *   "assets": "static"      the contents of the folder, structure kept
 *   "data/**\/*.json": "d"  the matches, structure kept below "data"
 *
 * @throws Error when a path or pattern matches nothing, or two files would get one path
 */
export function findResources(
  folder: string,
  resources: readonly string[] | Readonly<Record<string, string>> | null,
  onEmpty: EmptyFolders,
): PackagedFile[] {
  const found = new Map<string, PackagedFile>();
  const add = (path: string, source: string): void => {
    const present = found.get(path);
    if (present !== undefined && present.source !== source) {
      throw new Error(
        `Cannot ship "${source}" and "${String(present.source)}" both as "${path}": give one of them another path`,
      );
    }
    found.set(path, packagedFile(path, source));
  };
  const isList = (value: typeof resources): value is readonly string[] => Array.isArray(value);
  if (isList(resources)) {
    for (const pattern of resources) {
      for (const { written, below, source } of expand(folder, pattern, onEmpty))
        add(placeOf(written, below), source);
    }
  } else {
    for (const [pattern, target] of Object.entries(resources ?? {})) {
      const files = expand(folder, pattern, onEmpty);
      for (const { source, below } of files) {
        const isFolder = below !== null || /(^|\/)\.?$/.test(target);
        add(placeOf(target, isFolder ? (below ?? basename(source)) : null), source);
      }
    }
  }
  return [...found.values()].sort((one, other) => compareBytes(one.path, other.path));
}

/**
 * The path of a resource. A name from the disk stays as it is: on Linux and macOS it may contain a
 * backslash, or begin like a drive.
 */
function placeOf(written: string, below: string | null): string {
  return below === null ? resourcePath(written) : posix.join(resourcePath(written), below);
}

/**
 * The files of a package format's `files` map: package path → file or folder of the project. As in
 * `resources`, a path with a final "/" is that of a folder.
 */
export function findPackageFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  onEmpty: EmptyFolders,
): PackagedFile[] {
  return Object.entries(files).flatMap(([target, source]) => {
    // A package path is absolute on the user's machine, with or without the slash.
    const path = trimmedEnd(posix.normalize(target.replaceAll("\\", "/")), "/").replace(/^\/+/, "");
    if (path === "" || path === "." || path.startsWith("..")) {
      throw new Error(
        `Cannot put "${source}" at "${target}": the path must name a place below "/"`,
      );
    }
    const isFolder = /[/\\]$/.test(target);
    return expand(folder, source, onEmpty).map((file) => {
      const below = file.below ?? (isFolder ? basename(file.source) : "");
      return packagedFile(posix.join(path, below), file.source);
    });
  });
}

/**
 * Describes a file of this machine; it is executable in the package if its owner may run it here.
 */
export function packagedFile(path: string, source: string): PackagedFile {
  return { path, source, executable: (statSync(source).mode & 0o100) !== 0 };
}

interface Found {
  /** The path of the named file or folder, or of the fixed beginning of the pattern. */
  readonly written: string;
  readonly source: string;
  /**
   * The path below the named folder or the fixed beginning of the pattern; `null` for a directly
   * named file.
   */
  readonly below: string | null;
}

/** All files of a path or pattern, sorted. */
export function expand(
  folder: string,
  pattern: string,
  onEmpty: EmptyFolders = () => undefined,
): Found[] {
  const written = pattern.replaceAll("\\", "/");
  const literal = resolve(folder, written);
  const kind = statusAt(literal);
  if (kind?.isFile()) return [{ written, source: literal, below: null }];
  const refuseOutside = outsideLinks(folder);
  const filesIn = (path: string, empty: EmptyFolders): string[] =>
    filesBelow(path, {
      onEmpty: empty,
      onLink: isInProject(path, folder) ? refuseOutside : () => undefined,
    });
  if (kind?.isDirectory()) {
    return filesIn(literal, (below) => onEmpty(posix.join(written, below))).map((below) => ({
      written,
      source: join(literal, below),
      below,
    }));
  }

  if (kind !== null) throw new Error(`Cannot ship "${pattern}": it must be a file or a folder`);

  const split = splitGlob(written);
  if (split === null)
    throw new Error(`Cannot ship "${pattern}": no such file or folder in "${folder}"`);
  const root = resolve(folder, split.folder);
  const matched = new Set<string>();
  if (statusAt(root)?.isDirectory()) {
    if (!isInProject(root, folder))
      throw new Error(
        `Cannot ship "${pattern}": it would be searched for in "${root}", outside of the project; name that folder or its files themselves, without "*"`,
      );
    const mayEnter = (target: string, link: string): true => (refuseOutside(target, link), true);
    for (const path of search(root, split.glob, { mayEnter })) {
      const file = join(root, path);
      if (isFolder(file)) {
        if (lstatSync(file).isSymbolicLink()) refuseOutside(realpathSync(file), file);
        // A pattern such as "data/*" includes matched folders as a whole.
        const below = filesIn(file, (inner) => onEmpty(posix.join(split.folder, path, inner)));
        for (const each of below) matched.add(posix.join(path, each));
      } else matched.add(path);
    }
  }
  if (matched.size === 0)
    throw new Error(`Cannot ship "${pattern}": the pattern must match at least one file`);
  return [...matched]
    .sort(compareBytes)
    .map((below) => ({ written: split.folder, source: join(root, below), below }));
}

/** Refuses links to folders outside of the project: they may lead to a whole disk. */
function outsideLinks(folder: string): (target: string, link: string) => void {
  return (target, link) => {
    if (isInProject(target, folder)) return;
    throw new Error(
      `Cannot ship "${link}": a link leads out of the project, to "${target}"; name that folder itself`,
    );
  };
}

interface FolderSearch {
  /** Called for each empty folder, by its path from the searched one. */
  readonly onEmpty: EmptyFolders;
  /** Called for each folder behind a link before it is searched. */
  readonly onLink: (target: string, link: string) => void;
}

/** @param above the parent folders, by their real paths: a link may lead to one of them */
function filesBelow(
  folder: string,
  { onEmpty, onLink }: FolderSearch,
  above: readonly string[] = [],
): string[] {
  const real = realpathSync(folder);
  if (above.includes(real))
    throw new Error(
      `Cannot ship "${folder}": it is a link to a folder around it; name the files that are wanted instead`,
    );
  const names = readdirSync(folder).sort(compareBytes);
  if (names.length === 0) onEmpty("");
  return names.flatMap((name) => {
    const inner = join(folder, name);
    if (!isFolder(inner)) return [name];
    if (lstatSync(inner).isSymbolicLink()) onLink(realpathSync(inner), inner);
    const below = { onLink, onEmpty: (path: string) => onEmpty(posix.join(name, path)) };
    return filesBelow(inner, below, [...above, real]).map((file) => `${name}/${file}`);
  });
}

/**
 * @throws Error for an entry that is neither a folder nor a file: reading a pipe waits for a writer
 */
function isFolder(path: string): boolean {
  const kind = statusAt(path);
  if (kind === null) throw new Error(`Cannot ship "${path}": ${lostEntryReason(path)}`);
  if (!kind.isFile() && !kind.isDirectory())
    throw new Error(`Cannot ship "${path}": it must be a file or a folder`);
  return kind.isDirectory();
}
