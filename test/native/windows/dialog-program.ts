// Runs the cases of Windows' dialogs, as a program under Wine: from the one whose number it is
// given, or only those with a word in their names. `dialogs.test.ts` starts it, and reads its
// lines.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportUncaughtTo } from "../../../src/native/guard.ts";
import { Loop, soon } from "../../../src/native/windows/loop.ts";
import { chosenCases, runCase, tell } from "../case-program.ts";
import { dialogCases } from "./dialog-cases.ts";
import { DialogStage, pause, runInWindow } from "./dialog-stage.ts";

const folder = mkdtempSync(join(tmpdir(), "framework-dialogs-"));
for (const name of ["a.txt", "b.txt", "c.png"]) writeFileSync(join(folder, name), "");
mkdirSync(join(folder, "box.txt"));

reportUncaughtTo((error) => tell({ thrown: String(error) }));

const stage = new DialogStage(folder);
const loop = new Loop();

async function runAll(): Promise<void> {
  for (const dialogCase of chosenCases(dialogCases)) {
    const { name } = dialogCase;
    const error = await runCase(name, () => runInWindow(dialogCase, stage), pause);
    tell({ name, error });
  }
}

soon(() => void runAll().finally(() => loop.quit(42)));
process.exit(loop.run());
