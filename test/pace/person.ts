// Half an hour of somebody who does one thing after the other, thinks in between, and leaves dialogs open. Run by
// `npm run soak -- --person`.

import { expect } from "bun:test";
import { countAll, describeCounts, growth, type Counts } from "../../bench/growth.ts";
import { onDisplay } from "../support/display-app.ts";
import { startPacedApp } from "./paced-app.ts";
import { stories } from "./stories.ts";

const minutes = 30;
/** Seconds: how long a thing takes, and how long the person thinks before the next. */
const pauses = [0, 2, 4, 8, 12, 20, 35] as const;

onDisplay(
  `an app is used for ${minutes} minutes and does not grow`,
  async () => {
    const done = stories.filter(({ kind }) => kind === undefined);
    const windows = ["main", ...done.flatMap(({ window }) => (window === undefined ? [] : [window]))];
    await using paced = await startPacedApp("executable", windows);
    const counts: Counts[] = [];
    const start = performance.now();
    const passed = () => (performance.now() - start) / 60_000;
    for (let step = 0; passed() < minutes; step++) {
      // Each in its turn, each time with another pause: the numbers of stories and of pauses share no divisor.
      const story = done[step % done.length]!;
      const pause = pauses[step % pauses.length]!;
      console.log(`${passed().toFixed(1)} min: ${story.name}, for ${pause} s`);
      await Promise.race([story.run(paced, pause), paced.crashed]);
      await Promise.race([Bun.sleep(pauses[(step * 3) % pauses.length]! * 1000), paced.crashed]);
      counts.push(countAll(paced.app.pid));
      console.log(`  ${describeCounts(counts.at(-1)!)}`);
    }
    expect(growth("half hour", counts[counts.length >> 1]!, counts.at(-1)!)).toEqual([]);
  },
  (minutes + 10) * 60_000,
);
