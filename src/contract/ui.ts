import type { AppCalls, AppEvents } from "./ui/app.ts";
import type { ClipboardCalls } from "./ui/clipboard.ts";
import type { DialogCalls } from "./ui/dialog.ts";
import type { NotificationCalls } from "./ui/notification.ts";
import type { PageCalls, PageEvents } from "./ui/page.ts";
import type { ShellCalls } from "./ui/shell.ts";
import type { ShortcutCalls, ShortcutEvents } from "./ui/shortcut.ts";
import type { TrayCalls, TrayEvents } from "./ui/tray.ts";
import type { WindowCalls, WindowEvents } from "./ui/window.ts";

export type { AppIdentity } from "./ui/app.ts";
export type { ButtonLabel, FileFilter, FileRequest, MessageRequest } from "./ui/dialog.ts";
export type { NotificationRequest } from "./ui/notification.ts";
export type { Body, PageResponse, Sender } from "./ui/page.ts";
export type { MenuItem, TraySpec } from "./ui/tray.ts";
export type { Monitors, WindowOperation, WindowOperationName, WindowOperations } from "./ui/window.ts";
export type { PageScript, PrivateScheme, WindowSpec } from "./ui/window-spec.ts";

/**
 * THE UI CALLS: all that the app thread may ask of the ui thread. `native/platform.ts` computes from it what
 * every platform must provide; the app's side of each call is computed from it, too, so the two cannot drift.
 */
export interface UiCalls
  extends
    AppCalls,
    WindowCalls,
    DialogCalls,
    PageCalls,
    ShellCalls,
    ClipboardCalls,
    NotificationCalls,
    ShortcutCalls,
    TrayCalls {}

/** What the ui thread tells the app thread. */
export interface UiEvents extends AppEvents, WindowEvents, PageEvents, ShortcutEvents, TrayEvents {}

export type UiCallName = keyof UiCalls;
export type UiCallArgs<N extends UiCallName> = Parameters<UiCalls[N]>[0];
export type UiCallResult<N extends UiCallName> = ReturnType<UiCalls[N]>;
export type UiEventName = keyof UiEvents;
