/** A body that is read while it is sent, so that little of it is in memory. */
export interface StreamedBody {
  readonly length: number;
  /** From its start; for each server that it is sent to once. */
  readonly open: () => AsyncGenerator<Uint8Array>;
}

/** How much of one is in memory at once, about. */
export const pieceLength = 256 * 1024;

export function isStreamed(body: object | string | null): body is StreamedBody {
  return typeof body === "object" && body !== null && "open" in body;
}

/** One that is in memory: the system need not copy it as a whole. */
export function streamedBytes(bytes: Uint8Array): StreamedBody {
  return {
    length: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceLength)
        yield bytes.slice(at, at + pieceLength);
    },
  };
}

/** As `fetch` takes it. What the generator throws, the request rejects with. */
export function streamOf(body: StreamedBody): ReadableStream<Uint8Array> {
  const pieces = body.open();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
