// An hour of a user who does one thing after the other, thinks in between, leaves dialogs open, and
// goes away for a while, in an app that asks for something now and then by itself. Run by
// `npm run soak -- --person [--hours=3] [--pace=8]`: so many hours of that user, who is so many
// times as quick.

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

const option = (name: string, otherwise: number): number =>
  Number(process.env[`FRAMEWORK_SOAK_${name}`] ?? otherwise);
const hours = option("HOURS", 1);
const pace = option("PACE", 1);
/** Milliseconds of this run in a second of the user. */
const secondOfUser = 1000 / pace;
/** Minutes of the user: in between, and before and after. */
const away = 10;
const stretch = (hours * 60 - away) / 2;
/**
 * By so many MB the app's own process may grow from the second half of the first stretch to that of
 * the second one. The engine keeps some 30 KB for each window that was open.
 */
const maxGrowth = 8;
/** Seconds of the user: how long a thing takes. */
const durations = [0, 2, 4, 8, 20, 35, 150] as const;
/** Seconds of the user, who thinks before the next. */
const thoughts = [1, 3, 5, 12, 20] as const;

const done = stories.filter(({ kind }) => kind === undefined);

/** The app's work while the user is there, whatever else happens: a call every few seconds. */
const keepAsking = (isThere: boolean): string => `
  clearInterval(window.asking);
  if (${isThere}) window.asking = setInterval(() => __FRAMEWORK__.invoke("pace.answer", { seconds: ${secondOfUser / 1000}, text: "x".repeat(2000) }), ${4 * secondOfUser});`;

/** The app's memory, each time that nothing was open. */
interface Looks {
  readonly app: Counts[];
  readonly tree: Counts[];
}

onDisplay(
  `an app is used for ${hours} hours and does not grow`,
  async () => {
    const labels = [
      "main",
      ...done.flatMap(({ window }) => (window === undefined ? [] : [window])),
    ];
    await using paced = await startPacedApp("executable", labels);
    using _minutes = tellEachMinute(paced);
    const first = await work(paced, 0);
    console.log("the person is away");
    await Promise.race([Bun.sleep(away * 60 * secondOfUser), paced.crashed]);
    // The things of the first stretch in another order, with other durations.
    const second = await work(paced, first.app.length);
    for (const who of ["app", "tree"] as const) {
      const [before, after] = [first, second].map((looks) => usual(secondHalf(looks[who])));
      console.log(`${who} before: ${describeCounts(before!)}; after: ${describeCounts(after!)}`);
      expect(growth(`hour (${who})`, before!, after!)).toEqual([]);
      if (who === "app") expect(after!.MB - before!.MB).toBeLessThan(maxGrowth);
    }
  },
  (hours + 0.5) * 3600 * secondOfUser + 600_000,
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
  const end = performance.now() + stretch * 60 * secondOfUser;
  await paced.app.page().run(keepAsking(true));
  for (let step = from; performance.now() < end; step++) {
    const story = done[step % done.length]!;
    const duration = durations[step % durations.length]! / pace;
    console.log(`${story.name}, for ${duration} s`);
    await Promise.race([story.run(paced, duration), paced.crashed]);
    await Promise.race([
      Bun.sleep(thoughts[step % thoughts.length]! * secondOfUser),
      paced.crashed,
    ]);
    looks.app.push(countAll(paced.app.pid));
    looks.tree.push(countTree(paced.app.pid));
  }
  await paced.app.page().run(keepAsking(false));
  return looks;
}
