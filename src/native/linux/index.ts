import type { Events, Platform } from "../platform.ts";
import { openShell } from "../shell/shell.ts";
import { openToolkit } from "./toolkit.ts";

/** The platform for GTK 3 and WebKitGTK 4.1. Opens no library before the first call. */
export function open(events: Events): Platform {
  return openShell(events, openToolkit);
}
