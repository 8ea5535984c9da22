import { writeSync } from "node:fs";

/** The numbers of the files that a process writes to; `null`: what is written is lost. */
export interface StandardStreams {
  readonly out: number | null;
  readonly err: number | null;
}

/** Those that a process has from the one that started it. */
export const inheritedStreams: StandardStreams = { out: 1, err: 2 };

/**
 * Lets `console`, `process.stdout` and `process.stderr` of the app thread write for themselves. A Worker hands
 * what it writes to the main thread, which is in the native loop and never passes it on.
 */
export function writeDirectly({ out, err }: StandardStreams): void {
  for (const [stream, file] of [
    [process.stdout, out],
    [process.stderr, err],
  ] as const) {
    stream.write = (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, encodingOf(encoding)) : chunk;
      if (file !== null) writeAll(file, bytes);
      const done = typeof encoding === "function" ? encoding : callback;
      if (typeof done === "function") queueMicrotask(() => (done as () => void)());
      return true;
    };
  }
}

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8";
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(file, bytes, offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A full pipe whose reader is slow.
      if (code === "EAGAIN") {
        Bun.sleepSync(1);
        continue;
      }
      // Nobody reads any more, or ever did: Windows gives an app with a window no streams, and says EOF of a pipe that was
      // closed. That is no reason for an app with a window to end.
      if (code === "EPIPE" || code === "EOF" || code === "EBADF" || code === "EIO") return;
      throw error;
    }
  }
}
