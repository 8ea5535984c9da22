import type { Hash } from "node:crypto";
import { Readable } from "node:stream";
import { createTarDecoder, type TarHeader } from "modern-tar";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Payload } from "../payload.ts";

// A download is an AppImage, or one in a tar archive that gzip made smaller. modern-tar reads archives as they come;
// Bun.Archive has all of one in memory, twice (measured with 60 MB: 68 MB of memory against 274 MB).

/**
 * The bytes of the AppImage in a download.
 * @param sum gets the bytes of the download itself, all of them
 * @throws FrameworkError `bad-update` when it does not hold exactly one
 */
export async function* appImageIn(payload: Payload, sum: Hash): AsyncGenerator<Uint8Array> {
  const chunks = summed(payload, sum);
  const { value: first } = await chunks.next();
  if (first === undefined) throw refuse("it is empty");
  const whole = continued(first, chunks);
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  yield* isGzip ? onlyFileIn(whole) : whole;
}

async function* summed(payload: Payload, sum: Hash): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of payload.read()) {
    sum.update(chunk);
    yield chunk as Buffer<ArrayBuffer>;
  }
}

async function* continued<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* onlyFileIn(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  let found: string | null = null;
  try {
    const source = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
    const entries = source
      .pipeThrough(new DecompressionStream("gzip"))
      .pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (header.type === "directory") {
        await body.cancel();
        continue;
      }
      checkEntry(header);
      if (found !== null) throw refuse(`it holds "${found}" and "${header.name}", and must hold one file`);
      found = header.name;
      yield* body;
    }
  } catch (error) {
    if (error instanceof FrameworkError) throw error;
    throw refuse(`it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`, error);
  }
  if (found === null) throw refuse("it holds no AppImage");
}

/** Where a name leads is of no matter to us, who choose the place; but nobody has an honest reason for such a one. */
function checkEntry({ name, type }: TarHeader): void {
  if (type !== "file") throw refuse(`"${name}" in it is a ${type}, and must be a file`);
  if (name.startsWith("/") || name.split("/").includes(".."))
    throw refuse(`"${name}" in it leads out of the archive`);
  if (!name.endsWith(".AppImage")) throw refuse(`"${name}" in it is no AppImage`);
}

/** The error for a download that is not what it should be. */
export function refuse(reason: string, cause?: unknown): FrameworkError {
  return new FrameworkError("bad-update", `Cannot install what was downloaded: ${reason}`, { cause });
}
