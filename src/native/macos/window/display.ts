import { FrameworkError } from "../../../contract/errors.ts";
import { unsupportedOn } from "../../shell/warn-unsupported.ts";
import { coreFoundation, coreGraphics } from "../lib/core-graphics.ts";

/** Whether windows can be shown. AppKit ends a process without a window server. */
export function hasDisplay(): boolean {
  const session = coreGraphics.CGSessionCopyCurrentDictionary();
  if (session !== null) coreFoundation.CFRelease(session);
  return session !== null;
}

/** @throws FrameworkError `unavailable` when no windows can be shown */
export function checkDisplay(): void {
  if (hasDisplay()) return;
  throw new FrameworkError(
    "unavailable",
    "Cannot open a display (no window server): run in the session of a user who has logged in, not as a daemon or over SSH",
  );
}

/** Warns once per field that it has no effect here. */
export const warnUnsupported = unsupportedOn("macOS");
