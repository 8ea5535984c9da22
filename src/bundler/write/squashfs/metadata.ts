/** The plain size of a block; only the last one of a stream is shorter. */
export const metadataSize = 8192;
/** Set in the size of an uncompressed metadata block. */
const storedMetadata = 1 << 15;

/** A position in a metadata stream. */
export interface Place {
  readonly block: number;
  readonly offset: number;
}

export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A stream of metadata, cut into blocks. */
export class Metadata {
  readonly #compress: Compress;
  readonly #blocks: Uint8Array[] = [];
  #offset = 0;
  #open: Uint8Array[] = [];
  #openLength = 0;

  constructor(compress: Compress) {
    this.#compress = compress;
  }

  /** The position of the next byte. */
  place(): Place {
    return { block: this.#offset, offset: this.#openLength };
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + metadataSize - this.#openLength);
      this.#open.push(piece);
      this.#openLength += piece.length;
      at += piece.length;
      if (this.#openLength === metadataSize) await this.#close();
    }
  }

  async finish(): Promise<readonly Uint8Array[]> {
    if (this.#openLength > 0) await this.#close();
    return this.#blocks;
  }

  async #close(): Promise<void> {
    const block = await metadataBlock(Buffer.concat(this.#open), this.#compress);
    this.#blocks.push(block);
    this.#offset += block.length;
    this.#open = [];
    this.#openLength = 0;
  }
}

export async function metadataBlock(plain: Uint8Array, compress: Compress): Promise<Buffer> {
  const packed = await compress(plain);
  const isSmaller = packed.length < plain.length;
  const size = Buffer.alloc(2);
  size.writeUInt16LE(isSmaller ? packed.length : plain.length | storedMetadata);
  return Buffer.concat([size, isSmaller ? packed : plain]);
}
