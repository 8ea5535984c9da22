// `npm run soak`: 200,000 calls and 200 windows opened and closed. No crash, and no growth: the
// app's memory, threads, open files and processes are counted at each step, and the growth of the
// second half is judged at the end.

import { missingPrograms, startSession } from "../harness/display.ts";
import { countAll, describeCounts, growth, type Counts } from "./growth.ts";
import { frameworkHost, Showing } from "./host.ts";

const missing = missingPrograms();
if (missing.length > 0)
  throw new Error(
    `Cannot soak without ${missing.join(", ")}: run "npm test" once, it installs them`,
  );

const host = await frameworkHost();
await using session = await startSession();
await using showing = new Showing(host, "soak", session);
await showing.report("paint");

for (const [part, last, step] of [
  ["calls", 200_000, 20_000],
  ["windows", 200, 20],
] as const) {
  const steps: Counts[] = [];
  for (let count = part === "calls" ? 0 : step; count <= last; count += step) {
    await showing.report(`${part} ${count}$`);
    const now = countAll(showing.app.pid);
    steps.push(now);
    console.log(`${part} ${count}: ${describeCounts(now)}`);
  }
  const [middle, end] = [steps[steps.length >> 1], steps.at(-1)];
  if (middle === undefined || end === undefined) throw new Error(`Nothing was counted of ${part}`);
  for (const sentence of growth(part, middle, end)) {
    console.error(sentence);
    process.exitCode = 1;
  }
}
await showing.report("done");
console.log(process.exitCode === 1 ? "not ok" : "ok");
