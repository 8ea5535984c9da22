// Runs the cases of all platforms for Windows, as a program under Wine: from the one whose number
// it is given, or only those with a word in their names. `platform.test.ts` starts it, and reads
// its lines.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { conformanceCases } from "../../../src/native/conformance/cases.ts";
import { soon } from "../../../src/native/windows/loop.ts";
import { runNativeProgram } from "../../native/native-program.ts";
import { windowsQuestionCases } from "../cases/question-cases.ts";
import { WindowsStage } from "../cases/platform-stage.ts";

const code = runNativeProgram({
  // It goes with the session's disk.
  root: mkdtempSync(join(tmpdir(), "framework-native-")),
  openStage: (folder) => new WindowsStage(folder),
  cases: [...conformanceCases, ...windowsQuestionCases],
  soon,
});
process.exit(code);
