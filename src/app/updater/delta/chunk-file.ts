import { inflateRawSync } from "node:zlib";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Chunk } from "../../../contract/shipped/chunk-index.ts";
import { userAgent } from "../check/feed.ts";
import { Resumptions } from "../download/resumptions.ts";
import { Transfer, type TransferRules } from "../download/transfer.ts";
import { chunkHash } from "./local-sources.ts";

export interface ChunkFileRules extends TransferRules {
  /**
   * The number of retries of a part after its transfer broke off, and the milliseconds between
   * them.
   */
  readonly resumptions: number;
  readonly pause: number;
}

/** A run of chunks that are adjacent in the file of chunks. */
export interface Run {
  readonly offset: number;
  readonly chunks: readonly Chunk[];
}

/** The file of chunks on a server that supports range requests. */
export class ChunkFile implements Disposable {
  readonly #url: string;
  readonly #size: number;
  readonly #rules: ChunkFileRules;
  readonly #transfer: Transfer;

  /** @param size the required size of the whole */
  constructor(url: string, size: number, rules: ChunkFileRules) {
    this.#url = url;
    this.#size = size;
    this.#rules = rules;
    this.#transfer = Transfer.begin(url, rules);
  }

  /**
   * Downloads a run, chunk by chunk. When the connection breaks or stalls, it continues at the
   * same position.
   * @param took gets each chunk that came whole
   * @throws FrameworkError `network`, `timed-out`, `not-allowed`, `unavailable` if the server gives
   * no parts, or `bad-update` if the answer does not match the request
   */
  async *read(run: Run, took: (chunk: Chunk) => void): AsyncGenerator<Buffer> {
    let { offset } = run;
    const resumptions = new Resumptions(this.#rules.resumptions);
    for (let next = 0; next < run.chunks.length;) {
      try {
        for await (const packed of this.#parts(offset, run.chunks.slice(next))) {
          const chunk = run.chunks[next++];
          if (chunk === undefined) break;
          offset += chunk.packedSize;
          const bytes = this.#unpacked(packed, chunk);
          took(chunk);
          yield bytes;
        }
      } catch (error) {
        resumptions.allow(error, offset - run.offset);
        await this.#transfer.pause(this.#rules.pause);
      }
    }
  }

  /** The chunks from an offset on, as they come. */
  async *#parts(offset: number, chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
    const end = chunks.reduce((sum, { packedSize }) => sum + packedSize, offset);
    const response = await this.#request(offset, end);
    let held: Buffer = Buffer.alloc(0);
    let index = 0;
    for await (const bytes of this.#transfer.chunks(response)) {
      held = Buffer.concat([held, bytes]);
      for (let size = chunks[index]?.packedSize; size !== undefined && held.length >= size;) {
        yield held.subarray(0, size);
        held = held.subarray(size);
        size = chunks[++index]?.packedSize;
      }
      if (index === chunks.length) break;
    }
    if (index < chunks.length)
      throw this.#fail("network", "the part that was asked for did not come whole");
    if (held.length > 0) throw this.#fail("bad-update", "more came than was asked for");
  }

  async #request(offset: number, end: number): Promise<Response> {
    const response = await this.#transfer.request({
      accept: "application/octet-stream",
      "accept-encoding": "identity",
      "user-agent": userAgent,
      range: `bytes=${offset}-${end - 1}`,
    });
    const { status, headers } = response;
    const part = headers.get("content-range");
    const isWanted =
      part === `bytes ${offset}-${end - 1}/${this.#size}` ||
      part === `bytes ${offset}-${end - 1}/*`;
    if (status === 206 && isWanted) return response;
    await response.body?.cancel();
    if (status >= 500) throw this.#fail("network", `the server answered ${status}`);
    if (status === 200) throw this.#fail("unavailable", "the server gives no parts of files");
    throw this.#fail(
      "bad-update",
      status === 206 ? "the server sent another part of it" : `the server answered ${status}`,
    );
  }

  #unpacked(packed: Buffer, { hash, size, packedSize }: Chunk): Buffer {
    let bytes = packed;
    if (packedSize < size) {
      try {
        bytes = inflateRawSync(packed, { maxOutputLength: size });
      } catch (cause) {
        throw this.#fail("bad-update", "a part of it cannot be unpacked", cause);
      }
    }
    if (chunkHash(bytes) !== hash || bytes.length !== size)
      throw this.#fail("bad-update", "a part of it is not the requested one");
    return bytes;
  }

  #fail(
    code: "network" | "bad-update" | "unavailable",
    reason: string,
    cause?: unknown,
  ): FrameworkError {
    return new FrameworkError(code, `Cannot download a part of "${this.#url}": ${reason}`, {
      cause,
    });
  }

  [Symbol.dispose](): void {
    this.#transfer[Symbol.dispose]();
  }
}
