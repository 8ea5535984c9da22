// Runs the cases of windows, as a program of Windows: from the one whose number it is given, or only those with a
// word in their names. `windows.test.ts` starts it,
// reads its lines, and answers what it asks in the folder it is told.
import { reportUncaughtTo } from "../../src/native/guard.ts";
import { stageApp } from "../../src/native/conformance/stage.ts";
import { Loop, soon } from "../../src/native/windows/loop.ts";
import { openDisplay } from "../../src/native/windows/window/display.ts";
import { patience } from "../../harness/wait.ts";
import type { CaseLine } from "../native/run-cases.ts";
import { windowCases } from "./window-cases.ts";
import { pause, WindowStage } from "./window-stage.ts";

const tell = (line: CaseLine) => console.log(JSON.stringify(line));

const [wanted = "0", answers = ".", scale = "1"] = process.argv.slice(2);
const stage = new WindowStage(answers, Number(scale));
const loop = new Loop();
reportUncaughtTo((error) => tell({ thrown: error instanceof Error ? String(error.stack) : String(error) }));

async function runAll(): Promise<void> {
  openDisplay(stageApp);
  const chosen = /^\d+$/.test(wanted)
    ? windowCases.slice(Number(wanted))
    : windowCases.filter(({ name }) => name.includes(wanted));
  for (const { name, run } of chosen) {
    tell({ begins: name });
    const tooLong = pause(patience).then(() => Promise.reject(new Error(`It took more than ${patience} ms`)));
    const error = await Promise.race([run(stage), tooLong]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
    );
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
