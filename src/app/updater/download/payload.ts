import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { during } from "../../paths/path-problem.ts";

const chunkSize = 1 << 20;

/**
 * A download: a file that only this user may read, and that has no name any more. So the file
 * cannot be replaced between two reads.
 */
export class Payload implements AsyncDisposable {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @throws FrameworkError `io` */
  static async open(folder: string): Promise<Payload> {
    const path = join(folder, `.${randomBytes(8).toString("hex")}.download`);
    return await during("write", path, async () => {
      await mkdir(folder, { recursive: true });
      const file = await open(path, "wx+", 0o600);
      await rm(path);
      return new Payload(file);
    });
  }

  get size(): number {
    return this.#size;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, from, bytes.length - from, this.#size);
      from += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  async clear(): Promise<void> {
    await this.#file.truncate(0);
    this.#size = 0;
  }

  /** All of it, piece by piece. */
  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#size;) {
      const buffer = Buffer.alloc(Math.min(chunkSize, this.#size - at));
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new Error("the download was cut short");
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
