import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import type { WithInheritedLimits } from "../../contract/host/inherited-limits.ts";
import { libc } from "./lib/libc.ts";

// Bun raises its soft limit of open files to the hard one before any JavaScript runs, and its
// children inherit that. select(2) supports only descriptors below 1024, and some programs close
// every number up to the limit: so a program should raise its soft limit only if it can handle it.
// Sources: getrlimit(2), select(2).

/** RLIMIT_NOFILE of <asm-generic/resource.h>. */
const openFiles = 7;
/** The default of the kernel and systemd for a started program. */
const usual = 1024n;
/**
 * The minimum of free descriptors below the lowered limit, for the start and for files that other
 * threads open meanwhile.
 */
const needed = 256n;

/** Programs that raise their own limit, and start others under the limit of their configuration. */
const raised: readonly string[] = ["systemd", "bun", "bun.exe", "node", basename(process.execPath)];

let inherited: bigint | undefined;

/**
 * Starts a program, on any thread, under the soft limit of open files that this process was started
 * with. The limit is process-wide, so it stays unchanged if too many files are open.
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

/** The limit of the parent process, unless that has raised its own, or is unreadable. */
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
