// No parser takes more than a time that grows with its text: a small file of a project, or of a server, must not hold up
// who reads it. Each is given a megabyte of its own worst fragments. Times are those of the processor, so that other work on
// the machine does not count; a parser whose time grows with the square of its text takes sixteen times as long for four times
// as much, one whose time grows with the text four times.

import { describe, expect, test } from "bun:test";
import { app } from "./app.ts";
import { configuration } from "./configuration.ts";
import { migrate } from "./migrate.ts";
import { packages } from "./packages.ts";
import { common, type Row } from "./row.ts";

const megabyte = 1024 * 1024;
/** Steps to a megabyte: what is not linear is found before it takes minutes. */
const sizes = [megabyte / 64, megabyte / 16, megabyte / 4, megabyte];
/** Below this, in milliseconds, times say nothing: the engine compiles and collects at its own pace. */
const noise = 250;
const steepest = 9;
/** For a megabyte, in milliseconds. On a quiet machine all stay below a second, but for what a row admits. */
const longest = 8000;

for (const [about, rows] of Object.entries({ configuration, migrate, packages, app })) {
  describe(about, () => {
    for (const row of rows) test(row.name, () => expect(slowest(row)).toEqual([]));
  });
}

/** What of a row takes too long, with the times of each size. */
function slowest(row: Row): string[] {
  return textsOf(row).flatMap(([name, make]) => {
    const times: number[] = [];
    for (const size of sizes) {
      const text = make(size);
      const took = timeOf(row, (row.around ?? ((inner: string) => inner))(text));
      const before = times.at(-1) ?? 0;
      times.push(Math.round(took));
      const isSteep = took > noise && before > 0 && took > steepest * Math.max(before, noise / 4);
      if (isSteep || took > longest * Math.max(size / megabyte, 1 / 8))
        return [`${name}: ${times.join(", ")} ms`];
    }
    return [];
  });
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
    ...[1, 2].map((seed): [string, Make] => [`a mix of all, ${seed}`, (size) => mixed(all, size, seed)]),
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
