/** A body over the limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";

  constructor(limit: number) {
    super(`Cannot take the request: its body may hold up to ${limit} bytes`);
  }
}

// Windows stay responsive while a large body is copied: 8 MB take 2 to 4 ms.
const piece = 8 * 1024 * 1024;
const firstGuess = 64 * 1024;

/** A platform's way to read a body. */
export interface BodySource {
  /** Fills the buffer, less only at the end; returns the number of bytes. */
  readonly readSome: (into: Uint8Array) => number;
  /** Runs `task` in the next turn of the loop. */
  readonly soon: (task: () => void) => void;
}

/**
 * Reads a request's body to its end, a piece in each turn of the loop.
 *
 * @param announced its length, `NaN` when unknown
 * @throws TooLarge
 */
export async function readPieces(
  { readSome, soon }: BodySource,
  announced: number,
  limit: number,
): Promise<Uint8Array> {
  if (announced > limit) throw new TooLarge(limit);
  // One byte more than announced, so that the end is seen without growing.
  let body = new Uint8Array(Number.isSafeInteger(announced) ? announced + 1 : firstGuess);
  let length = 0;
  for (;;) {
    const wanted = Math.min(piece, body.length - length);
    const got = readSome(body.subarray(length, length + wanted));
    length += got;
    if (got < wanted) return body.subarray(0, length);
    if (length > limit) throw new TooLarge(limit);
    if (length === body.length) body = grown(body);
    if (wanted === piece) await new Promise<void>((resolve) => soon(resolve));
  }
}

function grown(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(body.length * 2);
  larger.set(body);
  return larger;
}
