import { fstatSync, writeSync } from "node:fs";
import { functionAt, type Address } from "./ffi/signature.ts";
import { drainPipe, makePipeWriter, offerToPipe, type PipeWriter } from "./pipe-writer.ts";

/** Where standard output and standard error of a process go; `null`: output is lost. */
export interface StandardStreams {
  readonly out: OutputFile | null;
  readonly err: OutputFile | null;
}

/** A file that output goes to, and how a write to it is kept from blocking the app. */
export interface OutputFile {
  /** Its number in this process. */
  readonly file: number;
  /** Tells whether the file takes more bytes; `null`: the system cannot tell. */
  readonly poll: Poll | null;
  /** Writes on a thread of its own; `null`: not needed. */
  readonly writer: PipeWriter | null;
}

/** poll(2), which any thread may call, and how many bytes a pipe that is ready takes at least. */
export interface Poll {
  readonly address: Address;
  readonly pipeRoom: number;
}

/** The streams that a process inherits from the process that started it. */
export const inheritedStreams = (poll: Poll | null): StandardStreams => ({
  out: { file: 1, poll, writer: null },
  err: { file: 2, poll, writer: null },
});

/**
 * A file on a system that cannot tell whether a write would block: pipes and terminals get a
 * writer's thread.
 */
export function unpolledFile(file: number): OutputFile {
  return { file, poll: null, writer: isFile(file) ? null : makePipeWriter(file) };
}

/**
 * How long a write waits for a reader that takes nothing, in milliseconds: once, and again after it
 * took some.
 */
const patience = 500;
/** How often output that waits is offered again, in milliseconds. */
const pause = 50;
/** How many bytes of output wait for a reader that takes nothing; what follows is lost. */
const maxWaiting = 8 << 20;

/**
 * Lets `console`, `process.stdout` and `process.stderr` of the app thread write for themselves. A
 * Worker hands what it writes to the main thread, which is in the native loop and never passes it
 * on.
 */
export function writeDirectly({ out, err }: StandardStreams): void {
  for (const [stream, file] of [
    [process.stdout, out],
    [process.stderr, err],
  ] as const) {
    const output = file === null ? null : new Output(file, () => stream.emit("drain"));
    stream.write = (
      chunk: Uint8Array | string,
      encoding?: unknown,
      callback?: unknown,
    ): boolean => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, encodingOf(encoding)) : chunk;
      const done = typeof encoding === "function" ? encoding : callback;
      const written = typeof done === "function" ? (done as () => void) : (): void => {};
      if (output !== null) return output.write(bytes, written);
      queueMicrotask(written);
      return true;
    };
  }
}

/**
 * Waits a moment for the threads that write, before the process ends.
 *
 * @returns whether all of them are done
 */
export function drain({ out, err }: StandardStreams): boolean {
  const writers = [out, err]
    .map((stream) => stream?.writer ?? null)
    .filter((writer) => writer !== null);
  return writers.every((writer) => drainPipe(writer, patience));
}

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8";
}

interface Waiting {
  bytes: Uint8Array;
  readonly done: () => void;
}

/**
 * What is written to one file, at once and in order. A reader that takes nothing, as a pager or a
 * terminal that was stopped, must not stop the app: what it does not take waits in memory.
 */
export class Output {
  readonly #offerBytes: Offer;
  readonly #drained: () => void;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #lostBytes = 0;
  #isStalled = false;

  /** @param drained follows when nothing waits any more */
  constructor(file: OutputFile, drained: () => void) {
    this.#offerBytes = offerTo(file);
    this.#drained = drained;
  }

  /**
   * @param done follows when it has been written, or is lost
   * @returns whether nothing waits
   */
  write(bytes: Uint8Array, done: () => void): boolean {
    this.#offer();
    const rest = this.#waiting.length > 0 ? bytes : this.#put(bytes);
    if (rest.length === 0 && this.#waiting.length === 0) {
      queueMicrotask(done);
      return true;
    }
    if (this.#waitingBytes + rest.length > maxWaiting) {
      this.#lostBytes += rest.length;
      queueMicrotask(done);
      return false;
    }
    // The caller may use its bytes again.
    this.#waiting.push({ bytes: Uint8Array.from(rest), done });
    this.#waitingBytes += rest.length;
    if (this.#waiting.length === 1) setTimeout(() => this.#retry(), pause);
    return false;
  }

  #retry(): void {
    this.#offer();
    if (this.#waiting.length > 0) setTimeout(() => this.#retry(), pause);
    else this.#drained();
  }

  /** Writes what waits, as far as the reader takes it. */
  #offer(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const rest = this.#put(first.bytes);
      this.#waitingBytes -= first.bytes.length - rest.length;
      first.bytes = rest;
      if (rest.length > 0) return;
      this.#waiting.shift();
      queueMicrotask(first.done);
    }
    if (this.#lostBytes === 0) return;
    const lost = `framework: ${this.#lostBytes} bytes of output are lost here: nothing read them in time\n`;
    this.#lostBytes = 0;
    this.#put(Buffer.from(lost));
  }

  /** @returns what the reader does not take */
  #put(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    while (rest.length > 0) {
      const taken = this.#offerBytes(rest, this.#isStalled ? 0 : patience);
      this.#isStalled = taken === 0;
      if (this.#isStalled) break;
      rest = rest.subarray(taken);
    }
    return rest;
  }
}

/**
 * Offers bytes to a file for so many milliseconds at most. Returns how many of them it has taken.
 */
type Offer = (bytes: Uint8Array, milliseconds: number) => number;

const POLLOUT = 4;

function offerTo({ file, poll, writer }: OutputFile): Offer {
  if (writer !== null) return (bytes, milliseconds) => offerToPipe(writer, bytes, milliseconds);
  if (poll === null || isFile(file)) return (bytes) => writeSome(file, bytes);
  const wait = functionAt(poll.address, "pui>i");
  // struct pollfd: int fd; short events; short revents. poll(2) reports errors and hang-ups in any
  // case, and the write says which.
  const asked = new Int32Array([file, POLLOUT]);
  return (bytes, milliseconds) =>
    wait(asked, 1, milliseconds) > 0 ? writeSome(file, bytes.subarray(0, poll.pipeRoom)) : 0;
}

function isFile(file: number): boolean {
  try {
    return fstatSync(file).isFile();
  } catch {
    return false;
  }
}

/** @returns how many bytes have been taken; all, where nothing will ever take them */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A full pipe whose reader is slow.
    if (code === "EAGAIN") return 0;
    // Nothing reads any more, or ever did: Windows gives an app with a window no streams, and says
    // EOF of a pipe that was closed. That is no reason for an app with a window to end.
    if (code === "EPIPE" || code === "EOF" || code === "EBADF" || code === "EIO")
      return bytes.length;
    throw error;
  }
}
