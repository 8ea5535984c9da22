import type { Events, Platform } from "../platform.ts";
import { openShell } from "../shell/shell.ts";
import { openToolkit, type MacosOptions } from "./toolkit.ts";
import type { NativeWindow } from "./window/window.ts";

export type { MacosOptions } from "./toolkit.ts";

/** The platform for AppKit and WebKit. Opens no framework before the first call. */
export function open(events: Events, options: MacosOptions = {}): Platform {
  return openShell<NativeWindow>(events, (shell) => openToolkit(shell, options));
}
