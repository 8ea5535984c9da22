import { refuse } from "./archive.ts";

/** Bytes that come in chunks, to be taken in parts of any size. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #seen: (bytes: Uint8Array) => void;
  #left: Buffer = Buffer.alloc(0);

  /** @param seen is given each chunk when it comes */
  constructor(chunks: AsyncIterable<Uint8Array>, seen: (bytes: Uint8Array) => void) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#seen = seen;
  }

  /** The next bytes, without consuming them. Fewer at the end. */
  async peek(length: number): Promise<Buffer> {
    while (this.#left.length < length) {
      const more = await this.#next();
      if (more === null) break;
      this.#left = Buffer.concat([this.#left, more]);
    }
    return this.#left.subarray(0, length);
  }

  /** @throws FrameworkError `bad-update` when it ends before */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw refuse("it is cut short");
    this.#left = this.#left.subarray(length);
    return bytes;
  }

  /** The next `length` bytes, in chunks. */
  async *part(length: number): AsyncGenerator<Uint8Array> {
    for (let missing = length; missing > 0;) {
      const [chunk = await this.#next()] = this.#left.length > 0 ? [this.#left] : [];
      if (chunk === null) throw refuse("it is cut short");
      this.#left = chunk.subarray(missing);
      missing -= Math.min(chunk.length, missing);
      yield chunk.subarray(0, chunk.length - this.#left.length);
    }
  }

  /** All remaining bytes. */
  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#left.length > 0) yield this.#left;
    this.#left = Buffer.alloc(0);
    for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) yield chunk;
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return null;
    this.#seen(value);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
