import { fstatSync, writeSync } from "node:fs";
import { functionAt, type Address } from "./ffi/signature.ts";
import { drainPipe, makePipeWriter, offerToPipe, type PipeWriter } from "./pipe-writer.ts";

/** The targets of standard output and standard error of a process; `null`: output is lost. */
export interface StandardStreams {
  readonly out: OutputFile | null;
  readonly err: OutputFile | null;
}

/** A file for output, and its protection from blocking the app. */
export interface OutputFile {
  /** Its file descriptor in this process. */
  readonly file: number;
  /** Reports whether the file accepts more bytes; `null`: the system cannot. */
  readonly poll: Poll | null;
  /** Writes on a thread of its own; `null`: not needed. */
  readonly writer: PipeWriter | null;
}

/**
 * poll(2), which any thread may call, and the number of bytes that a ready pipe accepts at least.
 */
export interface Poll {
  readonly address: Address;
  readonly pipeRoom: number;
}

/** The streams that a process inherits from its parent. */
export const inheritedStreams = (poll: Poll | null): StandardStreams => ({
  out: { file: 1, poll, writer: null },
  err: { file: 2, poll, writer: null },
});

/**
 * A file on a system that cannot report whether a write would block: pipes and terminals get a
 * writer's thread.
 */
export function unpolledFile(file: number): OutputFile {
  return { file, poll: null, writer: isFile(file) ? null : makePipeWriter(file) };
}

/**
 * The time that a write waits for a blocked reader, in milliseconds: once, and again after it took
 * some bytes.
 */
const patience = 500;
/** The interval of retries for waiting output, in milliseconds. */
const pause = 50;
/** The maximum of waiting output in bytes; more is lost. */
const maxWaiting = 8 << 20;

/**
 * Lets `console`, `process.stdout` and `process.stderr` of the app thread write directly. A Worker
 * passes its output to the main thread, which is in the native loop and never forwards it.
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
 * Waits a moment for the writer threads, before the process ends.
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
 * The output to one file, immediate and in order. A blocked reader, such as a pager or a stopped
 * terminal, must not stop the app: unread output waits in memory.
 */
export class Output {
  readonly #offerBytes: Offer;
  readonly #drained: () => void;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #lostBytes = 0;
  #isStalled = false;

  /** @param drained called when nothing waits any more */
  constructor(file: OutputFile, drained: () => void) {
    this.#offerBytes = offerTo(file);
    this.#drained = drained;
  }

  /**
   * @param done called when it has been written, or is lost
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
    // The caller may reuse its bytes.
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

  /** Writes waiting output, as far as the reader accepts it. */
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

  /** @returns the rest that the reader does not accept */
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
 * Offers bytes to a file for at most this many milliseconds. Returns the number of accepted bytes.
 */
type Offer = (bytes: Uint8Array, milliseconds: number) => number;

const POLLOUT = 4;

function offerTo({ file, poll, writer }: OutputFile): Offer {
  if (writer !== null) return (bytes, milliseconds) => offerToPipe(writer, bytes, milliseconds);
  if (poll === null || isFile(file)) return (bytes) => writeSome(file, bytes);
  const wait = functionAt(poll.address, "pui>i");
  // struct pollfd: int fd; short events; short revents. poll(2) reports errors and hang-ups in any
  // case, and the write shows which one.
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

/** @returns the number of accepted bytes; all of them, if none will ever be accepted */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A full pipe with a slow reader.
    if (code === "EAGAIN") return 0;
    // There is no reader, or never was: Windows gives an app with a window no streams, and reports
    // EOF for a closed pipe. That is no reason for an app with a window to end.
    if (code === "EPIPE" || code === "EOF" || code === "EBADF" || code === "EIO")
      return bytes.length;
    throw error;
  }
}
