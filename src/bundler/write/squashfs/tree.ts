import { sortByPath, type Content, type Entry } from "../entries.ts";
import type { Place } from "./metadata.ts";

/** A file, folder or link of an image, and the positions of its parts. */
export interface Node {
  readonly name: string;
  /** `null` for folders that are only implied by the paths of other entries. */
  readonly entry: Entry<Content> | null;
  readonly children: Node[];
  inode: number;
  place: Place;
  data: FileData;
}

interface FileData {
  readonly start: number;
  readonly sizes: readonly number[];
  readonly fragment: number;
  readonly fragmentOffset: number;
}

const nowhere: Place = { block: 0, offset: 0 };
const noFragment = 0xffff_ffff;
export const noData: FileData = { start: 0, sizes: [], fragment: noFragment, fragmentOffset: 0 };

/**
 * Entries must be complete, as `withFolders` makes them. Names are sorted by their bytes, which
 * readers require.
 */
export function makeTree(entries: readonly Entry<Content>[]): Node {
  const make = (name: string, entry: Entry<Content> | null): Node => {
    return { name, entry, children: [], inode: 0, place: nowhere, data: noData };
  };
  const root = make("", null);
  const folders = new Map([["", root]]);
  for (const entry of sortByPath(entries)) {
    const slash = entry.path.lastIndexOf("/");
    const parent = folders.get(entry.path.slice(0, Math.max(slash, 0)));
    if (parent === undefined)
      throw new Error(`Cannot place "${entry.path}" in an image: its folder must be given`);
    const node = make(entry.path.slice(slash + 1), entry);
    parent.children.push(node);
    if (entry.kind === "folder") folders.set(entry.path, node);
  }
  return root;
}

/** Gives inode numbers from `last + 1` on, children before their folder, and returns the last. */
export function number(folder: Node, last: number): number {
  let next = last;
  for (const child of folder.children) {
    if (isFolder(child)) next = number(child, next);
    else child.inode = ++next;
  }
  folder.inode = next + 1;
  return folder.inode;
}

export function isFolder(node: Node): boolean {
  return node.entry === null || node.entry.kind === "folder";
}

export interface FileNode {
  readonly node: Node;
  readonly bytes: Content;
}

export function filesOf(node: Node): FileNode[] {
  if (node.entry?.kind === "file") return [{ node, bytes: node.entry.bytes }];
  return node.children.flatMap(filesOf);
}

/**
 * Cuts the contents of a folder into runs that can share a header: at most 256, inodes in one
 * metadata block, numbers near that of the first.
 */
export function runs(children: readonly Node[]): Node[][] {
  const result: Node[][] = [];
  for (const child of children) {
    const run = result.at(-1);
    const first = run?.[0];
    const isNear =
      run !== undefined &&
      first !== undefined &&
      run.length < 256 &&
      first.place.block === child.place.block &&
      Math.abs(child.inode - first.inode) < 0x7fff;
    if (isNear) run.push(child);
    else result.push([child]);
  }
  return result;
}
