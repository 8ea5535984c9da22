import type { Address } from "../../ffi/signature.ts";
import { gio } from "../lib/gio.ts";
import { gobject } from "../lib/gobject.ts";
import { soon } from "../loop.ts";
import { checked } from "../memory.ts";

/** A body over the limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

// Windows stay alive while a large body is copied: 8 MB take 2 to 4 ms.
const piece = 8 * 1024 * 1024;
const firstGuess = 64 * 1024;

/**
 * Reads a request's body to its end, a piece in each turn of the loop, and gives back the stream.
 *
 * @param stream `null` is an empty body
 * @param announced its length, `NaN` when it is not known
 */
export async function readBody(
  stream: Address | null,
  announced: number,
  limit: number,
): Promise<Uint8Array> {
  if (stream === null) return new Uint8Array();
  try {
    if (announced > limit) throw tooLarge(limit);
    return await readPieces(stream, announced, limit);
  } finally {
    gobject.g_object_unref(stream);
  }
}

async function readPieces(stream: Address, announced: number, limit: number): Promise<Uint8Array> {
  // One byte more than announced, so that the end is seen without growing.
  let body = new Uint8Array(Number.isSafeInteger(announced) ? announced + 1 : firstGuess);
  let length = 0;
  for (;;) {
    const wanted = Math.min(piece, body.length - length);
    const got = readSome(stream, body.subarray(length, length + wanted));
    length += got;
    if (got < wanted) return body.subarray(0, length);
    if (length > limit) throw tooLarge(limit);
    if (length === body.length) body = grown(body);
    if (wanted === piece) await new Promise<void>((resolve) => soon(resolve));
  }
}

function grown(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(body.length * 2);
  larger.set(body);
  return larger;
}

function readSome(stream: Address, into: Uint8Array): number {
  const count = new BigUint64Array(1);
  checked((error) => gio.g_input_stream_read_all(stream, into, into.length, count, null, error));
  return Number(count[0]);
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`Cannot take the request: its body may hold up to ${limit} bytes`);
}
