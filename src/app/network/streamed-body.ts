/** A body that is streamed while it is sent, so that little of it is in memory. */
export interface StreamedBody {
  readonly length: number;
  /** From its start; called once for each server that it is sent to. */
  readonly open: () => AsyncGenerator<Uint8Array>;
}

/** The approximate part of a body in memory at once. */
export const pieceLength = 256 * 1024;

export function isStreamed(body: object | string | null): body is StreamedBody {
  return typeof body === "object" && body !== null && "open" in body;
}

/** A body in memory: in pieces, the system need not copy it as a whole. */
export function streamedBytes(bytes: Uint8Array): StreamedBody {
  return {
    length: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceLength)
        yield bytes.slice(at, at + pieceLength);
    },
  };
}

/** In the form for `fetch`. An error of the generator rejects the request. */
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
