import { readPieces } from "../../page/body-pieces.ts";
import { NSData } from "../lib/foundation.ts";
import { NSInputStream, type NSURLRequest } from "../lib/url-loading.ts";
import { soon } from "../loop.ts";
import type { ObjectOf, OwnedOf } from "../objc/object.ts";

// WebKit provides the body as data if it is one block of bytes, as the bridge sends it, and
// otherwise as a stream.

/**
 * Reads a request's body to its end. @param announced its length, `NaN` when unknown
 * @throws TooLarge
 */
export async function readBody(
  request: ObjectOf<typeof NSURLRequest>,
  announced: number,
  limit: number,
): Promise<Uint8Array> {
  const data = request.send("HTTPBody");
  if (data !== null) return readData(NSData.at(data).retain(), limit);
  const stream = request.send("HTTPBodyStream");
  return stream === null
    ? new Uint8Array()
    : readStream(NSInputStream.at(stream).retain(), announced, limit);
}

async function readData(given: OwnedOf<typeof NSData>, limit: number): Promise<Uint8Array> {
  using data = given;
  const size = data.send("length");
  let location = 0;
  const readSome = (into: Uint8Array): number => {
    const length = Math.min(into.length, size - location);
    if (length > 0) data.send("getBytes:range:", into, { location, length });
    location += length;
    return length;
  };
  // Awaited here: the data is released when this returns.
  return await readPieces({ readSome, soon }, size, limit);
}

async function readStream(
  given: OwnedOf<typeof NSInputStream>,
  announced: number,
  limit: number,
): Promise<Uint8Array> {
  using stream = given;
  stream.send("open");
  try {
    return await readPieces({ readSome: (into) => readSome(stream, into), soon }, announced, limit);
  } finally {
    stream.send("close");
  }
}

/** A stream may return fewer bytes than requested, and none at its end. */
function readSome(stream: ObjectOf<typeof NSInputStream>, into: Uint8Array): number {
  let length = 0;
  while (length < into.length) {
    const rest = into.subarray(length);
    const got = stream.send("read:maxLength:", rest, rest.length);
    if (got < 0) throw new Error("Cannot read the request: its body ended early");
    if (got === 0) break;
    length += got;
  }
  return length;
}
