import type { Events, Platform } from "../platform.ts";
import { openShell } from "../shell/shell.ts";
import { openToolkit, type WindowsOptions } from "./toolkit.ts";
import type { NativeWindow } from "./window/window.ts";

export type { WindowsOptions } from "./toolkit.ts";

/** The platform for Win32 and WebView2. Opens no library before the first call. */
export function open(events: Events, options: WindowsOptions): Platform {
  return openShell<NativeWindow>(events, (shell) => openToolkit(shell, options));
}
