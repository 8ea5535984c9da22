import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFile } from "../disk/read.ts";
import { openRoot } from "../disk/roots.ts";
import { makeFolder, removeFile, setTimes, writeWhole } from "../disk/write.ts";
import {
  checksum,
  fileSource,
  piecesOf,
  slice,
  type FilePart,
  type Source,
} from "./write/source.ts";

/**
 * Keeps packed parts. Nearly all of an app is the runtime, whose parts are the same in every build,
 * and packing them well takes most of a minute.
 */
export interface PartStore {
  /**
   * The packed bytes: by `pack`, unless they are stored.
   * @param way the method and level: the same bytes are packed differently in another way
   */
  packed(way: string, bytes: Uint8Array, pack: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** The same for content that may exceed the memory; it is packed to a file. */
  packedFile(way: string, source: Source, pack: () => Promise<FilePart>): Promise<FilePart>;
}

/** A store that keeps nothing. */
export const noStore: PartStore = {
  packed: (_way, _bytes, pack) => pack(),
  packedFile: (_way, _source, pack) => pack(),
};

/** Entries unused for this long are evicted: each version of the runtime leaves about 40 MB. */
const keptFor = 30 * 24 * 60 * 60 * 1000;
/** Smaller parts are packed faster than found. */
const smallest = 1 << 17;
const sumLength = 32;

/**
 * A folder of the user's with packed parts, each after its SHA-256: damaged or truncated ones are
 * packed again. An unwritable folder is a store that forgets.
 */
export function openPartStore(folder: string): PartStore {
  openRoot(folder);
  let isTidy = false;
  const keep = (path: string, packed: Source): void => {
    try {
      makeFolder(folder);
      if (!isTidy) removeOld(folder);
      isTidy = true;
      writeWhole(path, behindSum(packed), 0o644);
    } catch {
      // The package is made nevertheless: the next build packs it again.
    }
  };
  const stored = async <Packed extends Source>(
    way: string,
    source: Source,
    find: (path: string) => Packed | null,
    pack: () => Promise<Packed>,
  ): Promise<Packed> => {
    if (source.length < smallest) return await pack();
    const path = join(folder, checksum("sha256", Buffer.from(`${way}\0`), source));
    const before = find(path);
    if (before !== null) {
      touch(path);
      return before;
    }
    const packed = await pack();
    keep(path, packed);
    return packed;
  };
  return {
    packed: (way, bytes, pack) => stored(way, bytes, readPart, pack),
    packedFile: (way, source, pack) => stored(way, source, findPart, pack),
  };
}

function* behindSum(packed: Source): Generator<Uint8Array, void> {
  yield Buffer.from(checksum("sha256", packed), "hex");
  yield* piecesOf(packed);
}

function findPart(path: string): FilePart | null {
  try {
    const kept = fileSource(path);
    const [sum, packed] = [slice(kept, 0, sumLength), slice(kept, sumLength) as FilePart];
    const found = Buffer.concat([...piecesOf(sum)]).toString("hex");
    return found === checksum("sha256", packed) ? packed : null;
  } catch {
    return null;
  }
}

function readPart(path: string): Uint8Array | null {
  let kept: Buffer;
  try {
    kept = readFile(path);
  } catch {
    return null;
  }
  const packed = kept.subarray(sumLength);
  return kept.subarray(0, sumLength).equals(sha256(packed)) ? packed : null;
}

/** Marks it as used. */
function touch(path: string): void {
  const now = new Date();
  try {
    setTimes(path, now, now);
  } catch {
    // Another build removed it, or another user owns it: it was read already.
  }
}

function removeOld(folder: string): void {
  const oldest = Date.now() - keptFor;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < oldest) removeFile(path);
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
