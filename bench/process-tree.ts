import { readFileSync, readdirSync } from "node:fs";

/** Proportional memory of a process, in MB: what it shares with others is divided among them. */
export const memoryOf = (pid: number): number => proportional(pid, "Pss");

/**
 * The same without the pages of files. How many share those, and which of them are in memory, is up
 * to whatever else runs on the machine.
 */
export const ownMemoryOf = (pid: number): number =>
  proportional(pid, "Pss_Anon", "Pss_Shmem", "SwapPss");

function proportional(pid: number, ...fields: readonly string[]): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = fields.map((field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(rollup)?.[1]),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
        .split(" ")
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    // It has just ended.
    return [];
  }
}

/** A process and all that it has started. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Proportional memory of a whole tree, in MB, with what stands by for windows to come. */
export const memoryOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => sum + memoryOf(each), 0);

/** How often each thread of a process went to sleep so far. */
export function sleepsOf(pid: number): ReadonlyMap<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
      return [thread, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])];
    }),
  );
}

/** How often a process woke up between two looks. A thread that ended in between is left out. */
export function wakeUpsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  return [...after].reduce((sum, [thread, sleeps]) => sum + sleeps - (before.get(thread) ?? 0), 0);
}

export const threadsOf = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;

/** How many files, sockets and pipes a process has open. */
export const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
