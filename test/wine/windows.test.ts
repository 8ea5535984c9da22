// Windows on Windows: every field and every operation, read back inside of Wine and by the X server
// outside of it, at three scales.

import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { testCases } from "../native/case-tests.ts";
import { answerQuestions, type Answering } from "./cases/window-outside.ts";
import { windowCasesAt } from "./cases/window-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

for (const scale of [1, 1.5, 2]) {
  // The loop of the platform leaves this process no turn, and the platform is not that of this
  // system.
  describe.skipIf(missing !== null)(`windows at ${scale * 100} %`, () => {
    let wine: WineSession;
    let outside: Answering | undefined;
    const names = windowCasesAt(scale).map(({ name }) => name);

    testCases(
      names,
      async () => {
        wine = await startWine({ scale });
        const answers = join(wine.session.folder, "answers");
        mkdirSync(answers);
        const answer = (name: string, text: string) => {
          // Read as soon as it is there, so it must be whole by then.
          writeFileSync(join(answers, `${name}.new`), text);
          renameSync(join(answers, `${name}.new`), join(answers, `${name}.json`));
        };
        const answering = (outside = answerQuestions(wine, answer));
        const program = join(import.meta.dir, "programs/window-program.ts");
        return (first) =>
          answering.listenTo(
            wine.bun(program, [String(first), wine.windowsPath(answers), String(scale)]),
          );
      },
      async () => {
        await outside?.[Symbol.asyncDispose]();
        await wine[Symbol.asyncDispose]();
      },
    );
  });
}

test.skipIf(missing !== null)(
  "an app that cannot make a window says which call failed, why, and what to do",
  async () => {
    await using wine = await startWine();
    await using app = wine.bun(join(import.meta.dir, "programs/no-window-program.ts"), [], {
      env: { DISPLAY: ":99999" },
    });
    expect(await app.line("Cannot")).toMatch(
      /^Cannot make a window \(CreateWindowExW: .+ \(Windows error \d+\)\): close other .+, or log on to a desktop session$/,
    );
  },
);
