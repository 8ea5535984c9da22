import { createObject } from "../com/apartment.ts";
import { comInterface } from "../com/client.ts";
import { HResultError } from "../com/hresult.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";

const CLSID_TaskbarList = "56fdf344-fd6d-11d0-958a-006097c9a090";

export const ITaskbarList = comInterface("ITaskbarList", "56fdf342-fd6d-11d0-958a-006097c9a090", {
  HrInit: "3:>i",
  AddTab: "4:l>i",
  DeleteTab: "5:l>i",
});

/**
 * Shows a window in the taskbar, or keeps it out. Whenever a window is shown, the taskbar adds it
 * again.
 */
export function setInTaskbar(window: number, isThere: boolean): void {
  try {
    using taskbar = createObject(CLSID_TaskbarList, ITaskbarList);
    taskbar.HrInit();
    if (isThere) taskbar.AddTab(window);
    else taskbar.DeleteTab(window);
  } catch (error) {
    if (!(error instanceof HResultError)) throw error;
    warnUnsupported("skipTaskbar", reasons.taskbar);
  }
}

let created: number | undefined;

/** The message to all windows when there is a new taskbar, because the previous one has crashed. */
export function taskbarCreated(): number {
  return (created ??= user32.RegisterWindowMessageW(wide("TaskbarCreated")));
}
