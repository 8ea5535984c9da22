import { closeSync, writeSync } from "node:fs";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { gio } from "../lib/gio.ts";
import { glib } from "../lib/glib.ts";
import { libc } from "../lib/libc.ts";
import type { PageView } from "../../page/page-view.ts";
import { releaseStream, acquireStream } from "../../page/file-streams.ts";

// A GIO stream cannot stop before the end of its file, and reading into memory costs the full
// length. So a file goes through a pipe: the system fills it from the file, 64 KiB at most,
// whenever the engine has read from it. That is faster than a file stream, which calls a thread for
// each 8 KiB. The engine in turn forwards all data to the web process, however slow that is, and
// queues the rest: so after each stretch the pipe pauses until all was received. Large byte arrays
// in memory use the same way: the engine would copy all of them.

interface Pump {
  readonly view: PageView;
  /** Our end of the pipe, ours to close. */
  readonly output: number;
  /** Moves bytes into the pipe, as many as fit; returns their number, `0` or less: none. */
  readonly move: (output: number, most: number) => number;
  /** Releases its source. */
  readonly close: () => void;
  left: number;
  /** The number of bytes sent before the web process is asked. */
  stretch: number;
  number: number;
}

const pumps = new Held<Pump>("pumps");

const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const SPLICE_F_NONBLOCK = 2;
const G_IO_OUT = 4;
const G_IO_ERR = 8;
// After the redrawing of windows.
const G_PRIORITY_DEFAULT_IDLE = 200;
const capacity = 64 * 1024;
const longestStretch = 2 * 1024 * 1024;

const mayWrite = callback("iuL>b", (_file, condition, number) => {
  const pump = pumps.get(number);
  if (pump === undefined) return false;
  // There is no reader any more, or the file has an error: the engine sees that it ended early.
  if ((condition & G_IO_ERR) !== 0 || !fill(pump)) end(pump);
  else if (pump.stretch <= 0) pause(pump);
  else return true;
  return false;
});

/** Moves bytes into the pipe, as many as fit. Returns whether there are more. */
function fill(pump: Pump): boolean {
  const moved = pump.move(pump.output, Math.min(pump.left, capacity));
  if (moved <= 0) return false;
  pump.left -= moved;
  pump.stretch -= moved;
  return pump.left > 0;
}

function pause(pump: Pump): void {
  pump.stretch = longestStretch;
  pump.view.whenCaughtUp(() => watch(pump));
}

function watch(pump: Pump): void {
  glib.g_unix_fd_add_full(
    G_PRIORITY_DEFAULT_IDLE,
    pump.output,
    G_IO_OUT,
    mayWrite(),
    pump.number,
    null,
  );
}

/** A stream of one part of an open file, which is closed at its end. */
export function pumpFile(view: PageView, file: number, offset: number, length: number): Address {
  // The next offset, as a C integer.
  const at = BigInt64Array.of(BigInt(offset));
  const move: Pump["move"] = (output, most) =>
    Number(libc.splice(file, at, output, null, most, SPLICE_F_NONBLOCK));
  const close = (): void => {
    closeSync(file);
    releaseStream(view);
  };
  const { pump, stream } = open({ view, move, close, left: length }, () => closeSync(file));
  acquireStream(view, () => watch(pump));
  return stream;
}

/** A stream of bytes, whose ownership passes on. */
export function pumpBytes(view: PageView, bytes: Uint8Array): Address {
  let at = 0;
  const move: Pump["move"] = (output, most) => {
    try {
      const moved = writeSync(output, bytes, at, most);
      at += moved;
      return moved;
    } catch {
      return 0;
    }
  };
  const close = (): void => void (bytes.buffer as ArrayBuffer).transfer(0);
  const { pump, stream } = open({ view, move, close, left: bytes.length }, close);
  watch(pump);
  return stream;
}

function open(
  source: Pick<Pump, "view" | "move" | "close" | "left">,
  fail: () => void,
): { readonly pump: Pump; readonly stream: Address } {
  const ends = new Int32Array(2);
  if (libc.pipe2(ends, O_NONBLOCK | O_CLOEXEC) !== 0) {
    fail();
    throw new Error("Cannot make a pipe: the process may have too many files open");
  }
  const [input = 0, output = 0] = ends;
  const pump = { ...source, output, stretch: longestStretch, number: 0 };
  pump.number = pumps.add(pump);
  return { pump, stream: gio.g_unix_input_stream_new(input, true) };
}

function end(pump: Pump): void {
  pumps.take(pump.number);
  closeSync(pump.output);
  pump.close();
}
