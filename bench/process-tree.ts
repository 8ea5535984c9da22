import { readFileSync, readdirSync } from "node:fs";

/**
 * Proportional memory of a process, in MB: shared pages are divided among the sharing processes.
 */
export const memoryOf = (pid: number): number => proportional(pid, "Pss");

/**
 * The same without the pages of files. The number of sharing processes, and the pages in memory,
 * depend on other programs of the machine.
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

/** A process and all its children. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Proportional memory of a whole tree, in MB, including spare processes for later windows. */
export const memoryOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => sum + memoryOf(each), 0);

/** The number of times that each thread of a process went to sleep so far. */
export function sleepsOf(pid: number): ReadonlyMap<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
      return [thread, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])];
    }),
  );
}

/**
 * The number of times that a process woke up between two samples. A thread that ended in between is
 * left out.
 */
export function wakeUpsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  return [...after].reduce((sum, [thread, sleeps]) => sum + sleeps - (before.get(thread) ?? 0), 0);
}

export const threadsOf = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;

/** The number of open files, sockets and pipes of a process. */
export const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
