// No parser takes more than a time that grows with its text: a small file of a project, or of a
// server, must not delay its reader. Each is given half a megabyte of its own worst fragments.
// Times are those of the processor, so that other work on the machine does not count. The main
// criterion is the growth of times with the size of the text.

import { describe, expect, test } from "bun:test";
import { app } from "./app.ts";
import { configuration } from "./configuration.ts";
import { migrate } from "./migrate.ts";
import { packages } from "./packages.ts";
import { common, type Row } from "./row.ts";

const whole = 512 * 1024;
/**
 * All texts are read in these sizes, and those that took longest are as large as this file
 * promises.
 */
const [warm, eighth] = [whole / 64, whole / 8] as const;
/**
 * For each row, this many of the slowest continue to the whole, and the one whose time grew most.
 */
const goingOn = 1;
/**
 * In milliseconds. Below this, times say nothing: the engine compiles and collects at its own pace.
 */
const noise = 300;
/** The whole takes about eight times as long as an eighth of it, or 64 times by a square. */
const steepest = 30;
/** In milliseconds, for the whole. On a quiet machine nearly all stay below half a second. */
const longest = 4000;

for (const [about, rows] of Object.entries({ configuration, migrate, packages, app })) {
  describe(about, () => {
    for (const row of rows) test(row.name, () => expect(tooSlow(row)).toEqual([]));
  });
}

/** The slow cases of a row, with their times. */
function tooSlow(row: Row): string[] {
  const around = wrapped(row);
  const trials = textsOf(row).map(([name, make]) => {
    const [first, second] = [warm, eighth].map((size) => timeOf(row, around(make, size))) as [
      number,
      number,
    ];
    return { name, make, second, growth: second / Math.max(first, 5) };
  });
  const slowest = trials.toSorted((one, other) => other.second - one.second).slice(0, goingOn);
  const grown = trials.toSorted((one, other) => other.growth - one.growth).slice(0, 1);
  return [...new Set([...slowest, ...grown])].flatMap(({ name, make, second }) => {
    // A case that has taken seconds already would take minutes.
    const time = second > longest / 4 ? Infinity : timeOf(row, around(make, whole));
    const isSteep = time > noise && time > steepest * Math.max(second, noise / steepest);
    return isSteep || time > longest
      ? [`${name}: ${Math.round(second)}, then ${Math.round(time)} ms`]
      : [];
  });
}

/** Puts a text into its surroundings so that the whole has a size. */
function wrapped({ around }: Row): (make: Make, size: number) => string {
  if (around === undefined) return (make, size) => make(size);
  return (make, size) => {
    const growth = around(make(warm)).length / warm;
    return around(make(Math.ceil(size / Math.max(1, growth))));
  };
}

/** In milliseconds of the processor. */
function timeOf({ read }: Row, text: string): number {
  const from = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    // Everything else that is thrown refuses the text.
    if (error instanceof RangeError && error.message.includes("call stack")) throw error;
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

type Make = (size: number) => string;

/** Each fragment again and again, and all of them in some order. */
function textsOf({ fragments }: Row): [name: string, make: Make][] {
  const all = [...new Set([...fragments, ...common])];
  return [
    ...all.map((fragment): [string, Make] => [
      JSON.stringify(fragment),
      (size) => fragment.repeat(Math.ceil(size / fragment.length)),
    ]),
    ...[1, 2].map((seed): [string, Make] => [
      `a mix of all, ${seed}`,
      (size) => mixed(all, size, seed),
    ]),
  ];
}

function mixed(fragments: readonly string[], size: number, seed: number): string {
  const parts: string[] = [];
  let state = seed;
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) {
    // A linear congruential generator, so that a failure can be had again.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    parts.push(fragments[state % fragments.length] as string);
  }
  return parts.join("");
}
