import { openThreads } from "./threads.ts";

/**
 * A thread that writes to one pipe or terminal, for a system that cannot report whether a write
 * would block: on Windows an unread pipe, and a terminal in which its user selects text, block
 * every write. This thread blocks in place of the writing one.
 */
export interface PipeWriter {
  readonly file: number;
  /** Shared by all threads that write to the file: `places` names its numbers. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** The bytes on their way to the file. */
  readonly chunk: Uint8Array<SharedArrayBuffer>;
}

const chunkLength = 64 << 10;
const places = { phase: 0, length: 1, isStarted: 2 } as const;
/**
 * `claimed`: a thread copies its bytes into the chunk. `filled`: the writer's thread writes them.
 */
const phases = { idle: 0, claimed: 1, filled: 2 } as const;

/**
 * A text, so that an app which never writes to a pipe needs no module for it. It must not refer to
 * this module.
 */
const threadSource = `
const { workerData: { file, state, chunk } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
for (;;) {
  const phase = Atomics.load(state, ${places.phase});
  if (phase !== ${phases.filled}) {
    Atomics.wait(state, ${places.phase}, phase);
    continue;
  }
  const bytes = chunk.slice(0, Atomics.load(state, ${places.length}));
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch {
    // The reader has gone. That is no reason for an app with a window to end.
  }
  Atomics.store(state, ${places.phase}, ${phases.idle});
  Atomics.notify(state, ${places.phase});
}
`;

/** The writer's thread starts with the first bytes. */
export function makePipeWriter(file: number): PipeWriter {
  return {
    file,
    state: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)),
    chunk: new Uint8Array(new SharedArrayBuffer(chunkLength)),
  };
}

/**
 * Passes bytes to the writer, and waits until they are written, so that lines for standard output
 * and standard error keep their order; for at most `milliseconds`.
 *
 * @returns the number of bytes that the writer has taken: 0 while it waits for the pipe's reader
 */
export function offerToPipe(writer: PipeWriter, bytes: Uint8Array, milliseconds: number): number {
  const { file, state, chunk } = writer;
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const phase = Atomics.compareExchange(state, places.phase, phases.idle, phases.claimed);
    if (phase === phases.idle) break;
    if (!waitWhile(state, phase, deadline)) return 0;
  }
  if (Atomics.exchange(state, places.isStarted, 1) === 0) {
    const { Worker } = openThreads();
    new Worker(threadSource, {
      eval: true,
      workerData: { file, state, chunk } satisfies PipeWriter,
    }).unref();
  }
  const taken = bytes.subarray(0, chunk.length);
  chunk.set(taken);
  Atomics.store(state, places.length, taken.length);
  Atomics.store(state, places.phase, phases.filled);
  Atomics.notify(state, places.phase);
  waitWhile(state, phases.filled, deadline);
  return taken.length;
}

/**
 * Waits until the writer has written the bytes that it has taken; for at most `milliseconds`.
 *
 * @returns whether it has
 */
export function drainPipe({ state }: PipeWriter, milliseconds: number): boolean {
  return waitWhile(state, phases.filled, performance.now() + milliseconds);
}

/** @returns whether the phase has changed before the deadline */
function waitWhile(state: Int32Array<SharedArrayBuffer>, phase: number, deadline: number): boolean {
  const left = Math.max(0, deadline - performance.now());
  return Atomics.wait(state, places.phase, phase, left) !== "timed-out";
}
