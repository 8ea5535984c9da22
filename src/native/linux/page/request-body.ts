import type { Address } from "../../ffi/signature.ts";
import { readPieces } from "../../page/body-pieces.ts";
import { gio } from "../lib/gio.ts";
import { gobject } from "../lib/gobject.ts";
import { soon } from "../loop.ts";
import { checked } from "../memory.ts";

/**
 * Reads a request's body to its end, and releases the stream.
 *
 * @param stream `null` is an empty body
 * @param announced its length, `NaN` when unknown
 */
export async function readBody(
  stream: Address | null,
  announced: number,
  limit: number,
): Promise<Uint8Array> {
  if (stream === null) return new Uint8Array();
  try {
    return await readPieces({ readSome: (into) => readSome(stream, into), soon }, announced, limit);
  } finally {
    gobject.g_object_unref(stream);
  }
}

function readSome(stream: Address, into: Uint8Array): number {
  const count = new BigUint64Array(1);
  checked((error) => gio.g_input_stream_read_all(stream, into, into.length, count, null, error));
  return Number(count[0]);
}
