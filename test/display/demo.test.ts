// The behaviour of `npm start` without a display.

import { join } from "node:path";
import { onDisplay, root } from "../support/app/display-app.ts";
import { startProgram } from "../../harness/running-app.ts";

onDisplay(
  "the example opens under a virtual display, and each of its dialogs is answered",
  async () => {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
    const env = rest as Record<string, string>;
    await using demo = startProgram([process.execPath, join(root, "tools/demo.ts")], { env });
    await demo.line("Every dialog answered as expected.");
    await demo.endWith(0);
  },
);
