import { readFileSync } from "node:fs";
import { libc } from "./lib/libc.ts";
import { later } from "./loop.ts";

const MADV_DONTNEED = 4;
/** When the first page is there, scripts and libraries go on loading for a moment. */
const settled = 5000;

/**
 * Gives back the pages of files that only the start has needed, 30 MB of code and constants of the runtime and of libraries.
 * What is used again comes from the memory of all files, in less than a millisecond for what a click needs.
 */
export function giveBackStartPages(): void {
  later(settled, () => {
    for (const { from, length } of unchangedMappings(readFileSync("/proc/self/smaps", "latin1")))
      libc.madvise(from, length, MADV_DONTNEED);
  });
}

interface Mapping {
  readonly from: number;
  readonly length: number;
}

/**
 * The mapped parts of files that cannot be written and never were, so that they read the same when they come back. Parts that the
 * loader has filled in before it closed them have pages of their own, "Anonymous". Source: proc_pid_smaps(5).
 */
export function unchangedMappings(smaps: string): Mapping[] {
  return smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((text) => {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p .* \//.exec(text) ?? [];
    if (from === undefined || to === undefined || !/^Anonymous: +0 kB$/m.test(text)) return [];
    const start = Number.parseInt(from, 16);
    return [{ from: start, length: Number.parseInt(to, 16) - start }];
  });
}
