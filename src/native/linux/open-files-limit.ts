import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import type { WithInheritedLimits } from "../../contract/host/inherited-limits.ts";
import { libc } from "./lib/libc.ts";

// Bun raises its soft limit of open files to the hard one before any JavaScript runs, and what it
// starts inherits that. select(2) has no place for descriptors from 1024 on, and some programs
// close every number up to the limit: so a soft limit is meant to be raised only by a program that
// knows that it can take it. Sources: getrlimit(2), select(2).

/** RLIMIT_NOFILE of <asm-generic/resource.h>. */
const openFiles = 7;
/** What the kernel and systemd give to a program that is started. */
const usual = 1024n;
/**
 * So many descriptors have to be free below the lowered limit, for the start and for what other
 * threads open meanwhile.
 */
const needed = 256n;

/**
 * Programs that raise their own limit, or have raised it, and start others under the limit of their
 * configuration.
 */
const raised: readonly string[] = ["systemd", "bun", "bun.exe", "node", basename(process.execPath)];

let inherited: bigint | undefined;

/**
 * Runs what starts a program, on any thread, under the soft limit of open files that this process
 * was started with. The limit is the whole process's, so it stays as it is where too many files are
 * open.
 */
export const withInheritedLimits: WithInheritedLimits = (start) => {
  const [soft, hard] = readLimits();
  const lowered = (inherited ??= inheritedLimit(soft));
  if (lowered >= soft || BigInt(readdirSync("/proc/self/fd").length) + needed > lowered)
    return start();
  libc.setrlimit(openFiles, new BigUint64Array([lowered, hard]));
  try {
    return start();
  } finally {
    libc.setrlimit(openFiles, new BigUint64Array([soft, hard]));
  }
};

/** A `struct rlimit`. */
function readLimits(): readonly [soft: bigint, hard: bigint] {
  const limits = new BigUint64Array(2);
  libc.getrlimit(openFiles, limits);
  return [limits[0] ?? 0n, limits[1] ?? 0n];
}

/**
 * The limit of the one who started this process, unless that one has raised its own, or cannot be
 * read.
 */
function inheritedLimit(own: bigint): bigint {
  const least = own < usual ? own : usual;
  try {
    const parent = `/proc/${process.ppid}`;
    const name = readFileSync(`${parent}/comm`, "utf8").trim();
    if (raised.includes(name) || raised.includes(basename(readlinkSync(`${parent}/exe`))))
      return least;
    const limit = /^Max open files +(\d+)/m.exec(readFileSync(`${parent}/limits`, "latin1"))?.[1];
    return limit === undefined ? least : BigInt(limit);
  } catch {
    return least; // another user's
  }
}
