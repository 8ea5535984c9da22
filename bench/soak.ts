// `npm run soak`: 200,000 calls and 200 windows opened and closed. No crash, and nothing may grow: the app's
// memory, threads, open files and processes are counted at each step, and what the second half adds to the
// first is judged at the end.

import { missingPrograms, startSession } from "../test/support/display.ts";
import { frameworkHost, Showing } from "./host.ts";
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
type Unit = keyof typeof counted;
const units = Object.keys(counted) as Unit[];

const missing = missingPrograms();
if (missing.length > 0)
  throw new Error(`Cannot soak without ${missing.join(", ")}: run "npm test" once, it installs them`);

const host = await frameworkHost();
await using session = await startSession();
await using showing = new Showing(host, "soak", session);
await showing.report("paint");

for (const [part, last, step] of [
  ["calls", 200_000, 20_000],
  ["windows", 200, 20],
] as const) {
  const steps: Record<Unit, number>[] = [];
  for (let count = part === "calls" ? 0 : step; count <= last; count += step) {
    await showing.report(`${part} ${count}$`);
    const now = countAll(showing.app.pid);
    steps.push(now);
    console.log(`${part} ${count}: ${units.map((unit) => `${now[unit].toFixed(0)} ${unit}`).join(", ")}`);
  }
  judge(part, steps[steps.length >> 1], steps.at(-1));
}
await showing.report("done");
console.log(process.exitCode === 1 ? "not ok" : "ok");

function countAll(pid: number): Record<Unit, number> {
  return Object.fromEntries(units.map((unit) => [unit, counted[unit].of(pid)])) as Record<Unit, number>;
}

function judge(
  part: string,
  middle: Record<Unit, number> | undefined,
  end: Record<Unit, number> | undefined,
): void {
  if (middle === undefined || end === undefined) throw new Error(`Nothing was counted of ${part}`);
  for (const unit of units) {
    const growth = end[unit] - middle[unit];
    if (growth <= counted[unit].tolerated) continue;
    console.error(`The app grew by ${growth.toFixed(0)} ${unit} in the second half of its ${part}`);
    process.exitCode = 1;
  }
}
