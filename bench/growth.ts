import { filesOf, ownMemoryOf, threadsOf, treeOf } from "./process-tree.ts";
import { median } from "./table.ts";

/** The counted resources, with the tolerated growth from the middle of a part to its end. */
const tolerated = {
  MB: 24,
  // Helper threads of the engine or the runtime come and go. WebKitGTK 2.50 itself permanently
  // keeps the connection to some of the web processes that end, with a thread ("ReceiveQueue") and
  // an eventfd. On a busy machine a C program and ours had as many, one in six to one in four; on a
  // quiet one the C program none of 180, ours one in thirteen. It keeps none to a process that is
  // terminated, but a page has no `pagehide` then.
  threads: 12,
  files: 14,
  // The last windows' web processes are still ending.
  processes: 4,
} as const;
export type Unit = keyof typeof tolerated;
export const units = Object.keys(tolerated) as Unit[];

export type Counts = Readonly<Record<Unit, number>>;

/**
 * Counts the current resources of an app's process, and its children so far. Of its memory only the
 * anonymous part counts: only that can grow.
 */
export function countAll(pid: number): Counts {
  return {
    MB: ownMemoryOf(pid),
    threads: threadsOf(pid),
    files: filesOf(pid),
    processes: treeOf(pid).length,
  };
}

/** Counts the current resources of an app and all its children. */
export function countTree(pid: number): Counts {
  const members = treeOf(pid).flatMap((member): Counts[] => {
    try {
      return [{ ...countAll(member), processes: 1 }];
    } catch {
      // It has just ended.
      return [];
    }
  });
  return combine(members, (values) => values.reduce((sum, value) => sum + value, 0));
}

/** The median of each: a moment with an open or closing resource is not representative. */
export const usual = (steps: readonly Counts[]): Counts => combine(steps, median);

function combine(steps: readonly Counts[], one: (values: readonly number[]) => number): Counts {
  return Object.fromEntries(
    units.map((unit) => [unit, one(steps.map((step) => step[unit]))]),
  ) as Record<Unit, number>;
}

export function describeCounts(counts: Counts): string {
  return units.map((unit) => `${counts[unit].toFixed(0)} ${unit}`).join(", ");
}

/** The resources that have grown by more than is tolerated, a sentence for each. */
export function growth(part: string, middle: Counts, end: Counts): string[] {
  return units
    .filter((unit) => end[unit] - middle[unit] > tolerated[unit])
    .map(
      (unit) =>
        `The app grew by ${(end[unit] - middle[unit]).toFixed(0)} ${unit} in the second half of its ${part}`,
    );
}
