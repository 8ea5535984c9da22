// An hour of a user who does one thing after the other, thinks in between, leaves dialogs open, and
// goes away for a while, in an app that asks for something now and then by itself. Run by
// `npm run soak -- --person`.

import { expect } from "bun:test";
import {
  countAll,
  countTree,
  describeCounts,
  growth,
  usual,
  type Counts,
} from "../../bench/growth.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { startPacedApp, type PacedApp } from "./paced-app.ts";
import { stories } from "./stories.ts";

/** Minutes: before and after the person is away, and in between. */
const [stretch, away] = [25, 10];
/**
 * By so many MB the app's own process may grow from the second half of the first stretch to that of
 * the second one. The engine keeps some 80 KB for each window that was open.
 */
const maxGrowth = 8;
/** Seconds: how long a thing takes. */
const durations = [0, 2, 4, 8, 20, 35, 150] as const;
/** Seconds: how long the person thinks before the next. */
const thoughts = [1, 3, 5, 12, 20] as const;

const done = stories.filter(({ kind }) => kind === undefined);

/** The app's work while the user is there, whatever else happens: a call every few seconds. */
const keepAsking = (isThere: boolean): string => `
  clearInterval(window.asking);
  if (${isThere}) window.asking = setInterval(() => __FRAMEWORK__.invoke("pace.answer", { seconds: 1, text: "x".repeat(2000) }), 4000);`;

/** The app's memory, each time that nothing was open. */
interface Looks {
  readonly app: Counts[];
  readonly tree: Counts[];
}

onDisplay(
  `an app is used for ${2 * stretch + away} minutes and does not grow`,
  async () => {
    const labels = [
      "main",
      ...done.flatMap(({ window }) => (window === undefined ? [] : [window])),
    ];
    await using paced = await startPacedApp("executable", labels);
    using _minutes = tellEachMinute(paced);
    const first = await work(paced, 0);
    console.log("the person is away");
    await Promise.race([Bun.sleep(away * 60_000), paced.crashed]);
    // The things of the first stretch in another order, with other durations.
    const second = await work(paced, first.app.length);
    for (const who of ["app", "tree"] as const) {
      const [before, after] = [first, second].map((looks) => usual(secondHalf(looks[who])));
      console.log(`${who} before: ${describeCounts(before!)}; after: ${describeCounts(after!)}`);
      expect(growth(`hour (${who})`, before!, after!)).toEqual([]);
      if (who === "app") expect(after!.MB - before!.MB).toBeLessThan(maxGrowth);
    }
  },
  (2 * stretch + away + 20) * 60_000,
);

/** By then, whatever is made at the first use has been made. */
const secondHalf = <T>(values: readonly T[]): readonly T[] => values.slice(values.length >> 1);

function tellEachMinute({ app }: PacedApp): Disposable {
  let minute = 0;
  const tell = () =>
    console.log(
      `${minute++} min: ${describeCounts(countAll(app.pid))}; the tree: ${describeCounts(countTree(app.pid))}`,
    );
  tell();
  const timer = setInterval(tell, 60_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Goes through the stories, each time with another duration: no two of these numbers share a
 * divisor.
 */
async function work(paced: PacedApp, from: number): Promise<Looks> {
  const looks: Looks = { app: [], tree: [] };
  const end = performance.now() + stretch * 60_000;
  await paced.app.page().run(keepAsking(true));
  for (let step = from; performance.now() < end; step++) {
    const story = done[step % done.length]!;
    const duration = durations[step % durations.length]!;
    console.log(`${story.name}, for ${duration} s`);
    await Promise.race([story.run(paced, duration), paced.crashed]);
    await Promise.race([Bun.sleep(thoughts[step % thoughts.length]! * 1000), paced.crashed]);
    looks.app.push(countAll(paced.app.pid));
    looks.tree.push(countTree(paced.app.pid));
  }
  await paced.app.page().run(keepAsking(false));
  return looks;
}
