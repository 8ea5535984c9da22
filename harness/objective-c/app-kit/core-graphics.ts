import { defineFunctions } from "../symbols.ts";
import { pointer } from "./ns-event.ts";
import { screens } from "./ns-screen.ts";

/** What an app changed for the whole session. */
export const session = { isPointerTied: true, isThere: true };

// Structs by value travel as their fields; y goes down from the first screen's top.
defineFunctions({
  CGSessionCopyCurrentDictionary: { signature: ">n", run: () => (session.isThere ? 16 : null) },
  CFRelease: { signature: "p>v", run: () => {} },
  CGWarpMouseCursorPosition: {
    signature: "dd>i",
    run: (x: number, y: number) => {
      const height = screens()[0]?.monitor.frame.height ?? 0;
      pointer.at = { x, y: height - y };
      return 0;
    },
  },
  CGAssociateMouseAndMouseCursorPosition: {
    signature: "u>i",
    run: (isTied: number) => {
      session.isPointerTied = isTied !== 0;
      return 0;
    },
  },
});
