import { FrameworkError } from "../../../contract/errors.ts";
import { noEffectOn } from "../../no-effect.ts";
import { coreFoundation, coreGraphics } from "../lib/core-graphics.ts";

/**
 * Makes sure that windows can be shown: AppKit ends a process that has no window server.
 * @throws FrameworkError `unavailable`
 */
export function checkDisplay(): void {
  const session = coreGraphics.CGSessionCopyCurrentDictionary();
  if (session === null)
    throw new FrameworkError(
      "unavailable",
      "Cannot open a display (no window server): run in the session of a user who has logged in, not as a daemon or over SSH",
    );
  coreFoundation.CFRelease(session);
}

/** Says in the log, once for each field, that it does nothing here. */
export const sayNoEffect = noEffectOn("macOS");
