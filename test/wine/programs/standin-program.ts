// Runs the cases of the stand-in under Wine, in the process that it is in: from the one whose
// number it is given. `standin.test.ts` starts it, and reads its lines.
import { aliveObjects } from "../../../harness/webview2/served-object.ts";
import { reported } from "../../../harness/webview2/report.ts";
import { openApartment } from "../../../src/native/windows/com/apartment.ts";
import { servedObjects } from "../../../src/native/windows/com/server.ts";
import { Loop, soon } from "../../../src/native/windows/loop.ts";
import { chosenCases, runCase, tell } from "../../native/case-program.ts";
import { checkMistakes, standInCases } from "../cases/standin-cases.ts";
import { pause } from "../cases/standin-stage.ts";

const loop = new Loop();
openApartment();

async function runAll(): Promise<void> {
  for (const { name, run, mistakes } of chosenCases(standInCases)) {
    const start = reported().length;
    const checked = async (): Promise<void> => {
      await run();
      // An object that a running handler holds is released when the handler returns.
      await pause(1);
      checkMistakes(start, mistakes);
      // The handlers of the client are among them.
      const left = servedObjects();
      if (left > 0)
        throw new Error(
          `${left} objects are still held, of the runtime's: ${aliveObjects().join()}`,
        );
    };
    tell({ name, error: await runCase(name, checked, pause) });
  }
}

soon(() => void runAll().finally(() => loop.quit(42)));
process.exit(loop.run());
