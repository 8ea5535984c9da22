// The stand-in for the WebView2 runtime, by a bare client under Wine: that it is as the real one is
// documented, and that its pages are real.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { missingWine } from "../../../harness/wine.ts";
import { chosenEngine } from "../../../harness/pages/engine.ts";
import { startProgram } from "../../../harness/running-app.ts";
import { waitFor } from "../../../harness/wait.ts";
import { windowsBun } from "../../../harness/wine-prefix.ts";
import type { Picture } from "../../../harness/png.ts";
import { click, picture, type, windowTitled } from "../../../harness/x.ts";
import { casesUnderWine } from "../cases/shared-cases.ts";
import { standInCases } from "../cases/standin-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== null)("the stand-in for WebView2", () => {
  const names = standInCases.map(({ name }) => name);
  const session = casesUnderWine(names, "standin-program.ts");

  test("nothing of the runtime was held at the end", () => {
    expect(session.standIn.report().findLast((line) => "alive" in line)).toEqual({ alive: [] });
  });

  // Compiled as apps are, and with nothing of the stand-in inside. Chromium's pages are not on the
  // display.
  test.skipIf(chosenEngine() !== "webkit")(
    "an app that knows nothing of it finds it, shows its page in its window and takes keys",
    async () => {
      const { wine, standIn } = session;
      const app = join(wine.session.folder, "app.exe");
      const source = join(import.meta.dir, "../programs/standin-app-program.ts");
      await using compiling = startProgram(
        [
          process.execPath,
          "build",
          "--compile",
          "--target=bun-windows-x64",
          ...runtimeOf(),
          `--outfile=${app}`,
          source,
        ],
        { env: { ...wine.session.env, PATH: process.env["PATH"] ?? "" } },
      );
      await compiling.endWith(0);
      await using running = wine.start([app], { env: standIn.env });
      await running.line("shown");
      const { id, area } = await windowTitled(wine.session, "app");
      await waitFor("the page's colour in the window", () =>
        isOneColor(
          picture(wine.session, { x: area.x + 20, y: area.y + 100, width: 200, height: 100 }),
          [0, 128, 255],
        ),
      );
      await click(wine.session, area.x + 60, area.y + 30);
      await type(wine.session, id, "Hi+");
      await running.line('heard "Hi+"');
      await running.endWith(3);
      expect(session.standIn.report().findLast((line) => "alive" in line)).toEqual({ alive: [] });
    },
  );
});

/** Whether all of a picture has a colour. */
function isOneColor({ pixels }: Picture, color: readonly number[]): boolean {
  return pixels.every((value, place) => value === color[place % 3]);
}

/** Bun's executable for Windows, where the tool has put it. */
function runtimeOf(): string[] {
  const bun = windowsBun();
  return bun === null ? [] : [`--compile-executable-path=${bun}`];
}
