// Runs the cases of Windows' dialogs, as a program under Wine: from the one whose number it is given, or only those with
// a word in their names. `dialogs.test.ts` starts it, and reads its lines.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportUncaughtTo } from "../../../src/native/guard.ts";
import { Loop, soon } from "../../../src/native/windows/loop.ts";
import { patience } from "../../../harness/wait.ts";
import type { CaseLine } from "../run-cases.ts";
import { dialogCases } from "./dialog-cases.ts";
import { DialogStage, pause, runInWindow } from "./dialog-stage.ts";

const tell = (line: CaseLine) => console.log(JSON.stringify(line));

const folder = mkdtempSync(join(tmpdir(), "framework-dialogs-"));
for (const name of ["a.txt", "b.txt", "c.png"]) writeFileSync(join(folder, name), "");
mkdirSync(join(folder, "box.txt"));

reportUncaughtTo((error) => tell({ thrown: String(error) }));

const [wanted = "0"] = process.argv.slice(2);
const chosen = /^\d+$/.test(wanted)
  ? dialogCases.slice(Number(wanted))
  : dialogCases.filter(({ name }) => name.includes(wanted));

const stage = new DialogStage(folder);
const loop = new Loop();

async function runAll(): Promise<void> {
  for (const dialogCase of chosen) {
    const { name } = dialogCase;
    tell({ begins: name });
    const tooLong = pause(patience).then(() => Promise.reject(new Error(`It took more than ${patience} ms`)));
    const error = await Promise.race([runInWindow(dialogCase, stage), tooLong]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
    );
    tell({ name, error });
  }
}

soon(() => void runAll().finally(() => loop.quit(42)));
process.exit(loop.run());
