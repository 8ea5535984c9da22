import type { Transform } from "node:stream";
import type { ReplyBudget } from "../calls/reply-budget.ts";
import type { HopAnswer } from "./redirects.ts";
import { GatheredBytes, gatheredForReply, freeBytes, replyBytes } from "../calls/reply-bytes.ts";
import { limits } from "../../contract/limits.ts";
import { wholeFrames } from "./zstd-frames.ts";

/** The content encodings that `readBody` can decompress. */
export const acceptedEncodings = "gzip, deflate, br, zstd";

/** The answer exceeds its maximum length. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/**
 * Reads the body of an answer as it was sent, and decompresses it. Clients decompress whole network
 * packets at once, and 64 KB can hold hundreds of megabytes; here nothing is decompressed beyond
 * the limit or the budget.
 *
 * @param most the maximum decompressed size in bytes
 * @throws TooLong
 */
export async function readBody(
  response: Pick<HopAnswer, "headers" | "body">,
  most: number,
  room: ReplyBudget | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body, headers } = response;
  const encodings = encodingsOf(headers);
  // A chunked body may have a length header that does not hold.
  const isWhole = encodings.length === 0 && !headers.has("transfer-encoding");
  const announced = isWhole ? Number(headers.get("content-length")) : 0;
  if (announced > most) {
    await body?.cancel();
    throw new TooLong();
  }
  const received = body?.[Symbol.asyncIterator]();
  const first = await received?.next();
  // An answer to HEAD is compressed according to its headers only.
  if (received === undefined || first?.done !== false) return new Uint8Array();

  if (announced > 0) await room?.expect(announced);
  const whole = announced > 0 ? replyBytes(announced) : null;
  const parts = new GatheredBytes();
  let size = 0;
  const keep = async (unpacked: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of unpacked) {
      if (size + part.length > most) throw new TooLong();
      const turn = room?.keep(size + part.length, most) ?? null;
      if (turn !== null) await turn;
      if (whole === null) parts.add(part);
      else whole.set(part, size);
      size += part.length;
      if (encodings.length === 0) freeBytes(part);
    }
  };
  // With several encodings, a kilobyte can expand to gigabytes that the next encoding reduces to
  // nothing.
  let between = 0;
  const count = async function* (unpacked: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of unpacked) {
      between += part.length;
      if (between > Math.max(most, limits.httpAnswer.most)) throw new TooLong();
      yield part;
    }
  };
  const packed = startingWith(first.value, received);
  if (encodings.length === 0) await keep(packed);
  else {
    const unpackers = encodings.flatMap((encoding, at) => [
      ...(at === 0 ? [] : [count]),
      ...(encoding === "zstd" ? [wholeFrames] : []),
      unpacker(encoding, at === 0 ? first.value : null),
    ]);
    // Not imported: see `test/project/start-modules.test.ts`.
    const { promises, Readable } = process.getBuiltinModule("node:stream");
    await promises.pipeline([Readable.from(packed), ...unpackers, keep]);
  }
  return whole?.subarray(0, size) ?? (gatheredForReply(parts)[0] as Uint8Array<ArrayBuffer>);
}

/**
 * The same answer without its content encodings: it is decompressed while it is read. Its length is
 * unknown then.
 */
export async function unpackedAnswer(response: Response): Promise<Response> {
  const { body, status, statusText } = response;
  const encodings = encodingsOf(response.headers);
  if (body === null || encodings.length === 0) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  // A made response has no address of its own.
  const answer = (content: ReadableStream | Uint8Array<ArrayBuffer>): Response =>
    Object.defineProperty(new Response(content, { status, statusText, headers }), "url", {
      value: response.url,
    });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const received = body[Symbol.asyncIterator]();
  const first = await received.next();
  if (first.done === true) return answer(new Uint8Array());
  // Not imported: see `test/project/start-modules.test.ts`.
  const { promises, Readable } = process.getBuiltinModule("node:stream");
  const unpackers = encodings.flatMap((encoding, at) => [
    ...(encoding === "zstd" ? [wholeFrames] : []),
    unpacker(encoding, at === 0 ? first.value : null),
  ]);
  const pass = async (unpacked: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of unpacked) await writer.write(part);
  };
  promises
    .pipeline([Readable.from(startingWith(first.value, received)), ...unpackers, pass])
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error).catch(() => {}));
  return answer(readable);
}

async function* startingWith<Item>(first: Item, rest: AsyncIterator<Item>): AsyncGenerator<Item> {
  try {
    yield first;
    for (;;) {
      const { done, value } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    // The server is stopped, too.
    await rest.return?.();
  }
}

/**
 * The encodings in the order of decoding. At an unknown one the list ends, together with all
 * earlier ones.
 */
function encodingsOf(headers: Headers): readonly Encoding[] {
  const names = (headers.get("content-encoding") ?? "").toLowerCase().split(",");
  const known: Encoding[] = [];
  for (const name of names.map((text) => text.trim().replace(/^x-/, "")).reverse()) {
    if (name === "" || name === "identity") continue;
    if (!Object.hasOwn(unpackers, name)) break;
    known.push(name as Encoding);
  }
  return known;
}

const zlib = () => process.getBuiltinModule("node:zlib");
const unpackers = {
  gzip: () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
  zstd: () => zlib().createZstdDecompress(),
} as const;
type Encoding = keyof typeof unpackers;

function unpacker(encoding: Encoding, start: Uint8Array | null): Transform {
  // By RFC 9110 it is the zlib format, whose first byte ends in 8; some servers send the raw
  // deflate stream.
  if (encoding === "deflate" && start !== null && ((start[0] as number) & 0x0f) !== 8)
    return zlib().createInflateRaw();
  return unpackers[encoding]();
}
