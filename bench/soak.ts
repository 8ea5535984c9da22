// `npm run soak`: 200,000 calls and 200 windows opened and closed. No crash, and nothing may grow: the app's
// own memory is read at each step, and what the second half adds to the first is judged at the end.

import { missingPrograms, startSession } from "../test/support/display.ts";
import { frameworkHost, Showing } from "./host.ts";
import { memoryOf } from "./process-tree.ts";

/** MB that the app's process may have grown by from the middle of a part to its end. */
const tolerated = 24;

const missing = missingPrograms();
if (missing.length > 0) throw new Error(`Cannot soak without ${missing.join(", ")}: run "npm test" once, it installs them`);

const { host } = await frameworkHost();
await using session = await startSession();
await using showing = new Showing(host, "soak", session);
await showing.report("paint");

for (const [part, last, step] of [
  ["calls", 200_000, 20_000],
  ["windows", 200, 20],
] as const) {
  const memory: number[] = [];
  for (let count = part === "calls" ? 0 : step; count <= last; count += step) {
    await showing.report(`${part} ${count}$`);
    memory.push(memoryOf(showing.app.pid));
    console.log(`${part} ${count}: ${memory.at(-1)?.toFixed(0)} MB`);
  }
  const middle = memory[memory.length >> 1] as number;
  const growth = (memory.at(-1) as number) - middle;
  if (growth > tolerated) {
    console.error(`The app grew by ${growth.toFixed(0)} MB in the second half of its ${part}`);
    process.exitCode = 1;
  }
}
await showing.report("done");
console.log(process.exitCode === 1 ? "not ok" : "ok");
