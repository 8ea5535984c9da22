// Tries to open a window, as a program of Windows, and writes what came of it. `windows.test.ts`
// starts it.
import { stageApp } from "../../../src/native/conformance/stage.ts";
import { openDisplay } from "../../../src/native/windows/window/display.ts";
import { WindowStage } from "../cases/window-stage.ts";

try {
  openDisplay(stageApp);
  new WindowStage(".", 1).open();
  console.log("a window");
} catch (error) {
  console.log(String(error));
}
process.exit(0);
