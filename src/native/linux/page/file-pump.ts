import { closeSync } from "node:fs";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { gio } from "../lib/gio.ts";
import { glib } from "../lib/glib.ts";
import { libc } from "../lib/libc.ts";
import type { PageView } from "../../page/page-view.ts";
import { endTurn, takeTurn } from "../../page/stream-turns.ts";

// A GIO stream cannot stop before the end of its file, and what is read into memory costs as much as it is long. So a
// file goes through a pipe: the system fills it from the file, 64 KiB at most, whenever the engine has taken something
// out of it. That is quicker than a stream of the file, which asks a thread for each 8 KiB. The engine in turn hands on
// to the web process what it has, however slow that is, and keeps what waits: so after each stretch nothing is sent
// before all was taken.

interface Pump {
  readonly view: PageView;
  /** An open file, and our end of the pipe: both ours to close. */
  readonly file: number;
  readonly output: number;
  /** Where it reads next, as C writes it down. */
  readonly offset: BigInt64Array;
  left: number;
  /** How much of it is sent until the web process is asked. */
  stretch: number;
  number: number;
}

const pumps = new Held<Pump>("file pumps");

const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const SPLICE_F_NONBLOCK = 2;
const G_IO_OUT = 4;
const G_IO_ERR = 8;
// Behind the redrawing of windows.
const G_PRIORITY_DEFAULT_IDLE = 200;
const capacity = 64 * 1024;
const longestStretch = 2 * 1024 * 1024;

const mayWrite = callback("iuL>b", (_file, condition, number) => {
  const pump = pumps.get(number);
  if (pump === undefined) return false;
  // Nobody reads any more, or something is wrong with the file: the engine sees that it ended early.
  if ((condition & G_IO_ERR) !== 0 || !fill(pump)) end(pump);
  else if (pump.stretch <= 0) pause(pump);
  else return true;
  return false;
});

/** Puts into the pipe what has room in it. Whether there is more to come. */
function fill(pump: Pump): boolean {
  const { file, output, offset } = pump;
  const wanted = Math.min(pump.left, capacity);
  const moved = Number(libc.splice(file, offset, output, null, wanted, SPLICE_F_NONBLOCK));
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
  glib.g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, pump.output, G_IO_OUT, mayWrite(), pump.number, null);
}

/** A stream of one part of an open file, which is closed at its end. */
export function pumpFile(view: PageView, file: number, offset: number, length: number): Address {
  const ends = new Int32Array(2);
  if (libc.pipe2(ends, O_NONBLOCK | O_CLOEXEC) !== 0) {
    closeSync(file);
    throw new Error("Cannot make a pipe: the process may have too many files open");
  }
  const [input = 0, output = 0] = ends;
  const at = BigInt64Array.of(BigInt(offset));
  const pump = { view, file, output, offset: at, left: length, stretch: longestStretch, number: 0 };
  pump.number = pumps.add(pump);
  takeTurn(view, () => watch(pump));
  return gio.g_unix_input_stream_new(input, true);
}

function end(pump: Pump): void {
  pumps.take(pump.number);
  closeSync(pump.file);
  closeSync(pump.output);
  endTurn(pump.view);
}
