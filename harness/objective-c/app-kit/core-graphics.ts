import { defineFunctions } from "../symbols.ts";
import { pointer } from "./ns-event.ts";
import { screens } from "./ns-screen.ts";

/** The changes of an app to the whole session. */
export const session = { isPointerTied: true, isMouseStill: false, isThere: true };

// Structs by value travel as their fields; y goes down from the first screen's top.
defineFunctions({
  CGSessionCopyCurrentDictionary: { signature: ">n", run: () => (session.isThere ? 16 : null) },
  CFRelease: { signature: "p>v", run: () => {} },
  CGWarpMouseCursorPosition: {
    signature: "dd>i",
    run: (x: number, y: number) => {
      const height = screens()[0]?.monitor.frame.height ?? 0;
      pointer.at = { x, y: height - y };
      // For a moment, unless the two are tied anew.
      session.isMouseStill = true;
      return 0;
    },
  },
  CGAssociateMouseAndMouseCursorPosition: {
    signature: "u>i",
    run: (isTied: number) => {
      session.isPointerTied = isTied !== 0;
      session.isMouseStill = false;
      return 0;
    },
  },
});
