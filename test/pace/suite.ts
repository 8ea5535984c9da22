// Apps at the pace of a person: a fast step of a test may take a while here, or wait for a user who
// thinks. In each step all work of an app takes equally long, so that nothing else happens
// meanwhile: engines and servers drop idle connections. The gaps are the subject, and the only wait
// by time. Most of it is sleep, so all apps run at once. `npm run pace` runs it, and `npm test`
// runs it beside everything else.

import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import { onDisplay } from "../support/app/display-app.ts";
import { missingPrograms } from "../../harness/display.ts";
import { startPacedApp, type Kind } from "./paced-app.ts";
import { stories, type Story } from "./stories.ts";

/** Seconds. WebKitGTK drops what it has not used for 10; 30 and 60 are common limits of others. */
const gaps = [0, 3, 12, 35, 90] as const;
const kinds: readonly Kind[] = ["framework dev", "executable"];

// Only ends what hangs.
setDefaultTimeout(600_000);

/** The events in one app. */
interface Run {
  readonly kind: Kind;
  readonly stories: readonly Story[];
}

const runs = kinds.flatMap((kind): Run[] => {
  const possible = stories.filter((story) => story.kind === undefined || story.kind === kind);
  const together = possible.filter(({ isAlone }) => isAlone !== true);
  return [
    together,
    ...possible.filter((story) => !together.includes(story)).map((story) => [story]),
  ].map((each) => ({ kind, stories: each }));
});

const performing: Promise<void>[] = [];
const outcomes = new Map<string, PromiseWithResolvers<void>>();

const nameOf = (kind: Kind, { name }: Story, gap: number): string =>
  `${kind}: ${name}, for ${gap} s`;

/**
 * Goes through all gaps, whatever comes of each; a process that has crashed ends all that is left.
 */
async function perform({ kind, stories: performed }: Run): Promise<void> {
  const windows = [
    "main",
    ...performed.flatMap(({ window }) => (window === undefined ? [] : [window])),
  ];
  await using paced = await startPacedApp(kind, windows);
  for (const gap of gaps) {
    const step = performed.map(async (story) => {
      const outcome = outcomes.get(nameOf(kind, story, gap));
      await Promise.race([story.run(paced, gap), paced.crashed]).then(
        outcome?.resolve,
        outcome?.reject,
      );
    });
    await Promise.all(step);
  }
}

for (const { kind, stories: performed } of runs) {
  for (const story of performed) {
    for (const gap of gaps) {
      const name = nameOf(kind, story, gap);
      const outcome = Promise.withResolvers<void>();
      outcome.promise.catch(() => {}); // it may fail before its test is asked
      outcomes.set(name, outcome);
      onDisplay(name, () => outcome.promise);
    }
  }
}

if (missingPrograms().length === 0) {
  beforeAll(() => {
    for (const run of runs) {
      const fail = (error: unknown): void => {
        for (const story of run.stories)
          for (const gap of gaps) outcomes.get(nameOf(run.kind, story, gap))?.reject(error);
      };
      performing.push(perform(run).catch(fail));
    }
  });
  afterAll(() => Promise.all(performing));
}
