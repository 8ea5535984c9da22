import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Entry } from "../write/entries.ts";
import type { FilePart } from "../write/source.ts";
import { fileEntry, readFolder } from "./folder-entries.ts";
import { statusAt } from "../../disk/status.ts";

/** A framework or a library of an app. */
export interface Framework {
  /** `Sparkle.framework`, `libthing.dylib` */
  readonly name: string;
  readonly source: string;
}

/** The search path for a framework without a path. */
export function frameworkPlaces(): string[] {
  return [
    join(homedir(), "Library/Frameworks"),
    "/Library/Frameworks",
    "/Network/Library/Frameworks",
  ];
}

/**
 * Finds the frameworks of `macOS.frameworks`.
 *
 * @throws Error when one is missing, or two have the same name
 */
export function findFrameworks(
  folder: string,
  named: readonly string[],
  places: readonly string[] = frameworkPlaces(),
): Framework[] {
  const found = named.map((name) => findFramework(folder, name, places));
  for (const [index, { name }] of found.entries()) {
    if (found.findIndex((other) => other.name === name) !== index)
      throw new Error(`Cannot ship "${name}" twice: name it once`);
  }
  return found;
}

function findFramework(folder: string, named: string, places: readonly string[]): Framework {
  const isPath = /[/\\]|\.(framework|dylib)$/.test(named);
  if (isPath) {
    const source = resolve(folder, named);
    const kind = statusAt(source);
    const isThere = source.endsWith(".framework") ? kind?.isDirectory() : kind?.isFile();
    if (isThere === true && /\.(framework|dylib)$/.test(source))
      return { name: basename(source), source };
    throw new Error(`Cannot ship "${named}": it must be a .framework or a .dylib in "${folder}"`);
  }
  const name = `${named}.framework`;
  const source = places
    .map((place) => join(place, name))
    .find((path) => statusAt(path)?.isDirectory() === true);
  if (source !== undefined) return { name, source };
  throw new Error(
    `Cannot find "${name}": it must be in ${places.join(", ")}, or be named by its path`,
  );
}

/** Their entries in a bundle, below a folder of it. */
export function frameworkEntries({ name, source }: Framework, folder: string): Entry<FilePart>[] {
  const path = `${folder}/${name}`;
  return lstatSync(source).isDirectory() ? readFolder(source, path) : [fileEntry(path, source)];
}
