import { unsupportedOn } from "../../shell/warn-unsupported.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { AppIdentity } from "../../../contract/ui/index.ts";
import { openApartment } from "../com/apartment.ts";
import { lastError } from "../last-error.ts";
import { shell32 } from "../lib/shell32.ts";
import { USEROBJECTFLAGS, user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";

const DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2 = -4;
const DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE = -3;
const UOI_FLAGS = 1;
const WSF_VISIBLE = 1;

/**
 * Prepares the process for windows, before there is any: no window is asked again for its DPI
 * awareness.
 * @throws FrameworkError `unavailable`
 */
export function openDisplay({ identifier }: AppIdentity): void {
  // The manifest of a built app declares the same, and then both calls are refused.
  if (user32.SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) === 0)
    user32.SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE);
  // The taskbar groups windows by it. Without it all apps run in development would be one, Bun.
  shell32.SetCurrentProcessExplicitAppUserModelID(wide(identifier));
  checkDesktop();
  openApartment();
}

/** Services and remote shells can create windows that are never visible. */
function checkDesktop(): void {
  const flags = USEROBJECTFLAGS.make();
  const station = user32.GetProcessWindowStation();
  const isKnown = user32.GetUserObjectInformationW(
    station,
    UOI_FLAGS,
    flags.bytes,
    flags.bytes.length,
    null,
  );
  if (isKnown === 0) throw noDisplay(`GetUserObjectInformationW: ${lastError()}`);
  if ((flags.get("dwFlags") & WSF_VISIBLE) === 0) throw noDisplay("this session shows no windows");
}

function noDisplay(reason: string): FrameworkError {
  return new FrameworkError(
    "unavailable",
    `Cannot open a display (${reason}): run in the session of a user who has logged on, not as a service or over SSH`,
  );
}

/** Warns once per field that it has no effect here. */
export const warnUnsupported = unsupportedOn("Windows");
