// Runs the cases of windows, as a program of Windows: from the case with the given number, or only
// those with a word in their names. `windows.test.ts` starts it, reads its lines, and answers its
// questions in the given folder.
import { reportUncaughtTo } from "../../../src/native/guard.ts";
import { stageApp } from "../../../src/native/conformance/stage.ts";
import { Loop, soon } from "../../../src/native/windows/loop.ts";
import { openDisplay } from "../../../src/native/windows/window/display.ts";
import { chosenCases, runCase, tell } from "../../native/case-program.ts";
import { windowCasesAt } from "../cases/window-cases.ts";
import { pause, WindowStage } from "../cases/window-stage.ts";

const [, answers = ".", scale = "1"] = process.argv.slice(2);
const stage = new WindowStage(answers, Number(scale));
const loop = new Loop();
reportUncaughtTo((error) =>
  tell({ thrown: error instanceof Error ? String(error.stack) : String(error) }),
);

async function runAll(): Promise<void> {
  openDisplay(stageApp);
  for (const { name, run } of chosenCases(windowCasesAt(stage.scale))) {
    const error = await runCase(name, () => run(stage), pause);
    stage.closeAll();
    // A case that failed may have left it pressed.
    if (error !== null) await stage.outside("holdButton", false);
    tell({ name, error });
  }
}

soon(() => {
  void runAll().then(
    () => loop.quit(42),
    (error: unknown) => {
      tell({ thrown: String(error) });
      loop.quit(1);
    },
  );
});
process.exit(loop.run());
