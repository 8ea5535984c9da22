import { filesOf, memoryOf, threadsOf, treeOf } from "./process-tree.ts";

/** What is counted, and by how much it may have grown from the middle of a part to its end. */
const counted = {
  MB: { of: memoryOf, tolerated: 24 },
  // A helper thread of the engine or the runtime comes and goes.
  // WebKitGTK 2.50 itself keeps the connection to one web process in about fifteen that it ends, with a thread and
  // an eventfd: seen with empty pages that no script of ours runs in and no message comes from.
  threads: { of: threadsOf, tolerated: 12 },
  files: { of: filesOf, tolerated: 14 },
  // The last windows' web processes are still ending.
  processes: { of: (pid: number) => treeOf(pid).length, tolerated: 4 },
} as const;
export type Unit = keyof typeof counted;
export const units = Object.keys(counted) as Unit[];

export type Counts = Readonly<Record<Unit, number>>;

/** Counts what an app has now, by its process. */
export function countAll(pid: number): Counts {
  return Object.fromEntries(units.map((unit) => [unit, counted[unit].of(pid)])) as Record<Unit, number>;
}

export function describeCounts(counts: Counts): string {
  return units.map((unit) => `${counts[unit].toFixed(0)} ${unit}`).join(", ");
}

/** What has grown by more than is tolerated, a sentence for each. */
export function growth(part: string, middle: Counts, end: Counts): string[] {
  return units
    .filter((unit) => end[unit] - middle[unit] > counted[unit].tolerated)
    .map(
      (unit) =>
        `The app grew by ${(end[unit] - middle[unit]).toFixed(0)} ${unit} in the second half of its ${part}`,
    );
}
