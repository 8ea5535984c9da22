import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { chunkEnd, longestChunk } from "../../../contract/shipped/chunking.ts";
import { hashLength } from "../../../contract/shipped/chunk-index.ts";

/**
 * The number of bytes of a file in memory at a time. Between two such pieces the app does its other
 * work.
 */
const windowSize = 4 << 20;

/** The first bytes of the SHA-256, hexadecimal. */
export function chunkHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest().subarray(0, hashLength).toString("hex");
}

interface Place {
  readonly path: string;
  readonly offset: number;
}

interface OpenFile {
  readonly path: string;
  readonly file: FileHandle;
}

/**
 * The chunks of the update that are on this disk already. One file is open at a time, because an
 * app may consist of more files than a process may open.
 */
export class LocalSources implements AsyncDisposable {
  readonly #places = new Map<string, Place>();
  #open: OpenFile | null = null;

  /** Looks through files for the wanted chunks. */
  static async find(paths: readonly string[], wanted: ReadonlySet<string>): Promise<LocalSources> {
    const seeds = new LocalSources();
    for (const path of paths) await seeds.#lookThrough(path, wanted);
    return seeds;
  }

  has(hash: string): boolean {
    return this.#places.has(hash);
  }

  /**
   * Reads an available chunk. Call it for one chunk after the other.
   * @throws Error when the file has changed
   */
  async read(hash: string, size: number): Promise<Buffer> {
    const place = this.#places.get(hash);
    if (place === undefined) throw new Error(`the chunk "${hash}" is not there`);
    const bytes = await readFully(await this.#fileAt(place.path), Buffer.alloc(size), place.offset);
    if (chunkHash(bytes) !== hash) throw new Error("the installed files have changed meanwhile");
    return bytes;
  }

  async #fileAt(path: string): Promise<FileHandle> {
    if (this.#open?.path !== path) {
      await this[Symbol.asyncDispose]();
      this.#open = { path, file: await open(path, "r") };
    }
    return this.#open.file;
  }

  async #lookThrough(path: string, wanted: ReadonlySet<string>): Promise<void> {
    await using file = await open(path, "r");
    const buffer = Buffer.alloc(windowSize);
    for (let start = 0; ;) {
      const bytes = await readFully(file, buffer, start);
      const isLast = bytes.length < buffer.length;
      let at = 0;
      // A chunk that may continue behind the window is checked in the next window.
      while (at < bytes.length && (isLast || bytes.length - at >= longestChunk)) {
        const end = chunkEnd(bytes, at);
        const hash = chunkHash(bytes.subarray(at, end));
        if (wanted.has(hash) && !this.#places.has(hash))
          this.#places.set(hash, { path, offset: start + at });
        at = end;
      }
      if (isLast) return;
      start += at;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const last = this.#open;
    this.#open = null;
    await last?.file.close();
  }
}

/** Reads the available bytes, up to the length of the buffer. */
async function readFully(file: FileHandle, buffer: Buffer, from: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
