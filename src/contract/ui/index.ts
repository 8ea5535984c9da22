import type { AppCalls, AppEvents } from "./app.ts";
import type { ClipboardCalls } from "./clipboard.ts";
import type { DialogCalls } from "./dialog.ts";
import type { MenuCalls, MenuEvents } from "./menu.ts";
import type { NotificationCalls } from "./notification.ts";
import type { OpeningCalls, OpeningEvents } from "./opening.ts";
import type { PageCalls, PageEvents } from "./page.ts";
import type { ShellCalls } from "./shell.ts";
import type { ShortcutCalls, ShortcutEvents } from "./shortcut.ts";
import type { TrayCalls, TrayEvents } from "./tray.ts";
import type { WindowCalls, WindowEvents } from "./window.ts";

export type { ActivationPolicy, AppIdentity, DevProfile } from "./app.ts";
export type {
  ButtonLabel,
  Choice,
  ChoiceRequest,
  FileFilter,
  FileRequest,
  MessageRequest,
} from "./dialog.ts";
export type { MenuItem, WindowAct } from "./menu.ts";
export type { NotificationRequest } from "./notification.ts";
export type { Body, CrashReason, PageResponse, Recovery, Sender } from "./page.ts";
export type { EngineTraits, PageEngine } from "./engine-traits.ts";
export type { TrayClick, TraySpec } from "./tray.ts";
export type {
  WindowOperation,
  WindowOperationName,
  WindowOperations,
} from "../window/operations.ts";
export type { Monitors } from "./window.ts";
export type {
  ReloadScripts,
  PageScript,
  PrivateScheme,
  WindowSpecFields,
  WindowSpec,
} from "./window-spec.ts";

/**
 * The ui calls: every request of the app thread to the ui thread. `native/platform.ts` derives from
 * it the methods that every platform must provide; the app's side of each call is derived from it,
 * too, so the two cannot drift.
 */
export interface UiCalls
  extends
    AppCalls,
    WindowCalls,
    DialogCalls,
    PageCalls,
    ShellCalls,
    ClipboardCalls,
    MenuCalls,
    NotificationCalls,
    ShortcutCalls,
    TrayCalls,
    OpeningCalls {}

/** The events that the ui thread sends to the app thread. */
export interface UiEvents
  extends
    AppEvents,
    WindowEvents,
    PageEvents,
    MenuEvents,
    ShortcutEvents,
    TrayEvents,
    OpeningEvents {}

export type UiCallName = keyof UiCalls;
export type UiCallArgs<N extends UiCallName> = Parameters<UiCalls[N]>[0];
export type UiCallResult<N extends UiCallName> = ReturnType<UiCalls[N]>;
export type UiEventName = keyof UiEvents;
