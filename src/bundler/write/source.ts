import { createHash } from "node:crypto";
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { openFile } from "../../disk/read.ts";

// The content of packages may exceed the memory. So archives are lists of parts, and are read from
// the disk a piece at a time when they are packed, written or hashed. A source is plain data, which
// can be passed to a thread.

/** Readable bytes: in memory, a part of a file, or several concatenated. */
export type Source = Uint8Array | FilePart | JoinedSource;

export interface FilePart {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

export interface JoinedSource {
  readonly parts: readonly (Uint8Array | FilePart)[];
  readonly length: number;
}

/** Bytes that are read at once. */
const pieceSize = 1 << 20;

/** A whole file, which must not change until it was read. */
export function fileSource(path: string): FilePart {
  return { path, start: 0, length: statSync(path).size };
}

/** Several sources, concatenated. */
export function joined(sources: readonly Source[]): JoinedSource {
  const parts = sources.flatMap(partsOf).filter(({ length }) => length > 0);
  return { parts, length: parts.reduce((sum, { length }) => sum + length, 0) };
}

/** A part of a source, which shares the bytes that are in memory. */
export function slice(source: Source, start: number, end: number = source.length): Source {
  if (source instanceof Uint8Array) return source.subarray(start, end);
  if ("path" in source)
    return { path: source.path, start: source.start + start, length: end - start };
  let at = 0;
  const within = source.parts.flatMap((part) => {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, part.length);
    at += part.length;
    return from < to ? [slice(part, from, to)] : [];
  });
  return joined(within);
}

/**
 * The same bytes, with copies of those in memory that belong to no larger buffer: a thread receives
 * whole buffers.
 */
export function detached(source: Source): JoinedSource {
  const parts: (Uint8Array | FilePart)[] = [];
  let open: Uint8Array[] = [];
  const close = (): void => {
    if (open.length > 0) parts.push(new Uint8Array(Buffer.concat(open)));
    open = [];
  };
  for (const part of partsOf(source)) {
    if (part instanceof Uint8Array) open.push(part);
    else {
      close();
      parts.push(part);
    }
  }
  close();
  return joined(parts);
}

/** The bytes of a source, a piece at a time. A piece is valid until the next one is read. */
export function* piecesOf(source: Source): Generator<Uint8Array, void> {
  using reader = new SourceReader(source);
  const room = Buffer.allocUnsafe(Math.min(pieceSize, source.length));
  for (let at = 0; at < source.length;) {
    const length = reader.read(at, room);
    yield room.subarray(0, length);
    at += length;
  }
}

/** All bytes of a source in memory. */
export function readSource(source: Source): Uint8Array {
  if (source instanceof Uint8Array) return source;
  using reader = new SourceReader(source);
  const bytes = Buffer.allocUnsafeSlow(source.length);
  for (let at = 0; at < bytes.length;) at += reader.read(at, bytes.subarray(at));
  return bytes;
}

/** Whether a size or a place fits into 32 bits: it is below 4 GiB. */
export const isShort = (number: number): boolean => number <= 0xffff_ffff;

/** The zeros after so many bytes, up to a multiple of four. */
export function padding(length: number): Buffer {
  return Buffer.alloc((4 - (length % 4)) % 4);
}

/** The bytes from an offset to another one, as a copy. */
export function readPart(source: Source, start: number, end: number): Buffer {
  return Buffer.from(readSource(slice(source, start, end)));
}

/** A checksum of the bytes of concatenated sources, in hexadecimal digits. */
export function checksum(
  algorithm: "md5" | "sha1" | "sha256",
  ...sources: readonly Source[]
): string {
  const hash = createHash(algorithm);
  for (const source of sources) for (const piece of piecesOf(source)) hash.update(piece);
  return hash.digest("hex");
}

/** Random access to a source. It keeps the last read file open. */
export class SourceReader implements Disposable {
  readonly #parts: readonly { readonly part: Uint8Array | FilePart; readonly start: number }[];
  readonly #length: number;
  #last = 0;
  #open: { readonly path: string; readonly file: number } | null = null;

  constructor(source: Source) {
    let start = 0;
    this.#parts = partsOf(source).map((part) => {
      const placed = { part, start };
      start += part.length;
      return placed;
    });
    this.#length = start;
  }

  /**
   * Reads bytes from an offset on, as many as exist and fit.
   *
   * @throws Error when a file has become shorter
   */
  read(at: number, into: Uint8Array): number {
    const wanted = Math.max(Math.min(into.length, this.#length - at), 0);
    for (let done = 0; done < wanted;) {
      const { part, start } = this.#find(at + done);
      const from = at + done - start;
      const room = into.subarray(done, done + Math.min(wanted - done, part.length - from));
      if (part instanceof Uint8Array) room.set(part.subarray(from, from + room.length));
      else this.#readFile(part, from, room);
      done += room.length;
    }
    return wanted;
  }

  /** The part at an offset: usually the last one or the next. */
  #find(at: number): { readonly part: Uint8Array | FilePart; readonly start: number } {
    const holds = (index: number): boolean => {
      const one = this.#parts[index];
      return one !== undefined && one.start <= at && at < one.start + one.part.length;
    };
    if (!holds(this.#last))
      this.#last = holds(this.#last + 1)
        ? this.#last + 1
        : this.#parts.findLastIndex(({ part, start }) => start <= at && part.length > 0);
    const found = this.#parts[this.#last];
    if (found === undefined)
      throw new RangeError(`Cannot read at ${at}: want less than ${this.#length}`);
    return found;
  }

  #readFile({ path, start, length }: FilePart, from: number, into: Uint8Array): void {
    if (this.#open?.path !== path) {
      this[Symbol.dispose]();
      this.#open = { path, file: openFile(path) };
      if (fstatSync(this.#open.file).size < start + length) throw changed(path);
    }
    const { file } = this.#open;
    for (let done = 0; done < into.length;) {
      const count = readSync(file, into, done, into.length - done, start + from + done);
      if (count === 0) throw changed(path);
      done += count;
    }
  }

  [Symbol.dispose](): void {
    if (this.#open !== null) closeSync(this.#open.file);
    this.#open = null;
  }
}

function changed(path: string): Error {
  return new Error(`Cannot pack "${path}": it became shorter meanwhile; build again`);
}

function partsOf(source: Source): readonly (Uint8Array | FilePart)[] {
  return source instanceof Uint8Array || "path" in source ? [source] : source.parts;
}
