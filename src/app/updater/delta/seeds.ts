import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { chunkEnd, longestChunk } from "../../../contract/shipped/chunking.ts";
import { hashLength } from "../../../contract/shipped/chunk-index.ts";

/** How much of a file is in memory at once. Between two such pieces the app does what else it has to. */
const windowSize = 4 << 20;

/** The first bytes of the SHA-256, hexadecimal. */
export function chunkHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest().subarray(0, hashLength).toString("hex");
}

interface Place {
  readonly file: FileHandle;
  readonly offset: number;
}

/** What is on this disk already of what an update is made of. */
export class Seeds implements AsyncDisposable {
  readonly #files: FileHandle[] = [];
  readonly #places = new Map<string, Place>();

  /** Looks through files for the chunks that are wanted. */
  static async find(paths: readonly string[], wanted: ReadonlySet<string>): Promise<Seeds> {
    await using found = new Seeds();
    for (const path of paths) await found.#lookThrough(path, wanted);
    const seeds = new Seeds();
    seeds.#files.push(...found.#files.splice(0));
    for (const [hash, place] of found.#places) seeds.#places.set(hash, place);
    return seeds;
  }

  has(hash: string): boolean {
    return this.#places.has(hash);
  }

  /**
   * Reads a chunk that is there.
   * @throws Error when it is not what it was
   */
  async read(hash: string, size: number): Promise<Buffer> {
    const place = this.#places.get(hash);
    if (place === undefined) throw new Error(`the chunk "${hash}" is not there`);
    const bytes = await readFully(place.file, Buffer.alloc(size), place.offset);
    if (chunkHash(bytes) !== hash) throw new Error("what is installed has changed meanwhile");
    return bytes;
  }

  async #lookThrough(path: string, wanted: ReadonlySet<string>): Promise<void> {
    const file = await open(path, "r");
    this.#files.push(file);
    const buffer = Buffer.alloc(windowSize);
    for (let start = 0; ;) {
      const bytes = await readFully(file, buffer, start);
      const isLast = bytes.length < buffer.length;
      let at = 0;
      // A chunk that could go on behind the window is looked at in the next one.
      while (at < bytes.length && (isLast || bytes.length - at >= longestChunk)) {
        const end = chunkEnd(bytes, at);
        const hash = chunkHash(bytes.subarray(at, end));
        if (wanted.has(hash) && !this.#places.has(hash)) this.#places.set(hash, { file, offset: start + at });
        at = end;
      }
      if (isLast) return;
      start += at;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#files.splice(0).map((file) => file.close()));
  }
}

/** As much as there is, up to the length of the buffer. */
async function readFully(file: FileHandle, buffer: Buffer, from: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
