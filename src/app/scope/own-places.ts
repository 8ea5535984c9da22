import type { System } from "../../contract/target.ts";
import type { OwnPlace } from "../paths/own-places.ts";
import { PathProblem } from "../paths/path-problem.ts";
import {
  absolutePath,
  parentOf,
  parsePath,
  rootLength,
  type AbsolutePath,
} from "./path/absolute-path.ts";
import type { Disk, Found, Identity } from "./open/disk.ts";
import { loose } from "./path/letter-case.ts";
import { realPath } from "./path/real-path.ts";

export interface OwnPlacesOptions {
  /** Called before the first change. */
  readonly find: () => readonly OwnPlace[];
  readonly system: System;
  readonly disk: Disk;
}

/**
 * Protects files that are run, and the app's private files, from changes by pages, regardless of
 * the scope and of grants. They are identified by their names, in any case, and by identity:
 * another name of the same file, as by a hard link or a second mount, does not bypass it.
 */
export class OwnPlaces {
  readonly #options: OwnPlacesOptions;
  #places: readonly OwnPlace[] | null = null;

  constructor(options: OwnPlacesOptions) {
    this.#options = options;
  }

  /**
   * Determines their current paths and identities: an update replaces the files, and the user may
   * move folders. The result is not cached, because the number of a removed file may be reused for
   * a page's new file.
   */
  now(): PlacesNow {
    this.#places ??= this.#options.find();
    return new PlacesNow(this.#places, this.#options);
  }
}

/** The protected places at one moment. */
export class PlacesNow {
  readonly #system: System;
  readonly #disk: Disk;
  readonly #places: NamedPlace[] = [];
  /** The links on the way to the places. */
  readonly #links: readonly (readonly string[])[];
  /** Of places with everything below them. */
  readonly #own = new Set<Identity>();
  /** Of their parent folders. */
  readonly #above = new Set<Identity>();

  constructor(places: readonly OwnPlace[], { system, disk }: Omit<OwnPlacesOptions, "find">) {
    this.#system = system;
    this.#disk = disk;
    const memoized = new MemoizedDisk(disk);
    for (const place of places) this.#add(place, memoized);
    this.#links = memoized.links.map((path) => parsePath(path, system).names.map(loose));
  }

  /** @throws PathProblem for a path without links that leads to one of them */
  refuseChange(path: AbsolutePath): void {
    const names = path.names.map(loose);
    const isOwn =
      this.#places.some((place) => covers(place, names)) ||
      this.#identities(path, this.#disk).some((identity) => this.#own.has(identity));
    if (isOwn)
      throw new PathProblem(
        "out-of-scope",
        "the app runs it or keeps it for itself, and no page may change it",
      );
  }

  /**
   * The same for an entry to rename or remove: also for a folder that contains one of them, and for
   * a link on the way to one.
   */
  refuseMove(path: AbsolutePath): void {
    this.refuseChange(path);
    const names = path.names.map(loose);
    const identity = identityAt(path, this.#disk);
    const holds =
      this.#places.some((place) => beginsWith(place.names, names)) ||
      this.#links.some((link) => beginsWith(link, names)) ||
      (identity !== null && this.#above.has(identity));
    if (holds)
      throw new PathProblem(
        "out-of-scope",
        "it contains files that the app runs or keeps for itself, and no page may change those",
      );
  }

  /** Whether a folder is one of them, under any name. */
  isOwn(identity: Identity): boolean {
    return this.#own.has(identity);
  }

  #add({ path: text, isMeant }: OwnPlace, disk: Disk): void {
    let path: AbsolutePath;
    try {
      path = parsePath(text, this.#system);
    } catch {
      // Of a kind that pages cannot name.
      return;
    }
    this.#places.push({ isMeant, names: path.names.map(loose) });
    let real = path;
    try {
      real = realPath(path, this.#system, disk);
      if (real.text !== path.text) this.#places.push({ isMeant, names: real.names.map(loose) });
    } catch {
      // It is inaccessible: its names protect it.
    }
    const own = identityAt(real, disk);
    if (own !== null) (isMeant === null ? this.#own : this.#above).add(own);
    for (const each of this.#identities(parentOf(real, this.#system), disk)) this.#above.add(each);
  }

  /** Of the existing part of the path, and of its parent folders, without the root. */
  #identities(path: AbsolutePath, disk: Disk): readonly Identity[] {
    const found: Identity[] = [];
    for (let length = path.names.length; length > rootLength(this.#system); length--) {
      const identity = identityAt(absolutePath(path.names.slice(0, length), this.#system), disk);
      if (identity !== null) found.push(identity);
    }
    return found;
  }
}

function identityAt({ text }: AbsolutePath, disk: Disk): Identity | null {
  try {
    const found = disk.lstat(text);
    return "identity" in found && !isUnnumbered(found.identity) ? found.identity : null;
  } catch {
    return null;
  }
}

/** Some network disks give all files the same number. */
function isUnnumbered(identity: Identity): boolean {
  return identity.endsWith(":0");
}

interface NamedPlace {
  readonly names: readonly string[];
  readonly isMeant: OwnPlace["isMeant"];
}

function covers(place: NamedPlace, names: readonly string[]): boolean {
  if (!beginsWith(names, place.names)) return false;
  const below = names[place.names.length];
  return place.isMeant === null || (below !== undefined && place.isMeant(below));
}

function beginsWith(names: readonly string[], start: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, i) => name === names[i]);
}

/** Looks up each path once, and remembers the links on the way. */
class MemoizedDisk implements Disk {
  readonly links: string[] = [];
  readonly #disk: Disk;
  readonly #found = new Map<string, Found>();
  readonly #spelled = new Map<string, string>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  lstat(path: string): Found {
    let found = this.#found.get(path);
    if (found === undefined) {
      this.#found.set(path, (found = this.#disk.lstat(path)));
      if (found.kind === "link") this.links.push(path);
    }
    return found;
  }

  identify(path: string): Identity | null {
    return this.#disk.identify(path);
  }

  spell(path: string): string {
    let spelled = this.#spelled.get(path);
    if (spelled === undefined) this.#spelled.set(path, (spelled = this.#disk.spell(path)));
    return spelled;
  }

  takesCasesApart(path: string): boolean {
    return this.#disk.takesCasesApart(path);
  }
}
