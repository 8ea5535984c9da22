// A process that never stops swapping the files and folders of `d` with links to the outside, and
// `d` itself. RENAME_EXCHANGE is one step: each name is always there, and is always the one or the
// other.

import {
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { library } from "../../src/native/linux/library.ts";
import { libcPackages } from "../../src/native/linux/lib/packages.ts";
import { secret } from "./attack.ts";

const libc = library("libc.so.6", libcPackages, { renameat2: "ipipu>i" });
const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;
const O_PATH = 0o10000000;

const nobody = new Int32Array(new SharedArrayBuffer(4));

const root = process.argv[2] as string;
const outside = `${root}/${secret}`;
// Names in `d` are reached through its number: while a link stands in its place, its path leads to
// the outside.
const d = `/proc/self/fd/${openSync(`${root}/d`, O_PATH | constants.O_DIRECTORY)}`;

interface Slot {
  readonly place: string;
  /** The place where the other one waits. */
  readonly spare: string;
  readonly target: string;
  /** Makes the file that belongs there. `null`: no command removes it. */
  readonly make: ((place: string) => void) | null;
}

const slot = (name: string, make: Slot["make"] = null): Slot => ({
  place: `${d}/${name}`,
  spare: `${root}/spare/${name}`,
  target: `${outside}/${name}`,
  make,
});

const slots: readonly Slot[] = [
  { place: `${root}/d`, spare: `${root}/spare/d`, target: outside, make: null },
  slot("f"),
  slot("s"),
  slot("p"),
  slot("v", (place) => {
    mkdirSync(`${place}/b`, { recursive: true });
    for (const name of ["a", "b/c"]) writeFileSync(`${place}/${name}`, "inside");
  }),
  slot("w", (place) => writeFileSync(place, "inside")),
];

mkdirSync(`${root}/spare`);
for (const { spare, target } of slots) symlinkSync(target, spare);
process.stdout.write("swapping\n");
for (;;) {
  const picked = slots[Math.floor(Math.random() * slots.length)] as Slot;
  if (picked.make !== null && isLink(picked.place) === isLink(picked.spare))
    restore(picked, picked.make);
  exchange(picked);
  pause();
  exchange(picked);
  swapNothing();
  pause();
}

function exchange({ place, spare }: Slot): void {
  const cString = (path: string) => Buffer.from(`${path}\0`);
  libc.renameat2(AT_FDCWD, cString(place), AT_FDCWD, cString(spare), RENAME_EXCHANGE);
}

/** A place where something new is wanted: nothing, and a link to nothing outside. */
function swapNothing(): void {
  try {
    symlinkSync(`${outside}/made`, `${d}/made`);
    pause();
  } catch {
    // Something was made there in this moment.
  }
  rmSync(`${d}/made`, { recursive: true, force: true });
}

/** After a command took the one or the other away. */
function restore({ place, spare, target }: Slot, make: (place: string) => void): void {
  try {
    for (const path of [place, spare]) rmSync(path, { recursive: true, force: true });
    make(place);
    symlinkSync(target, spare);
  } catch {
    // A command came in between; the next time will do.
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function pause(): void {
  Atomics.wait(nobody, 0, 0, Math.random() * 0.2);
}
