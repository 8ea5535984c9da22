/** What an application's own `src-framework/main.ts` imports as `framework/app`. */
export { FrameworkError, type ErrorCode } from "../contract/errors.ts";
export type { App, AppEvents, AppPaths } from "./face/app.ts";
export type { AppDialogs } from "./face/app-dialogs.ts";
export type { AppScope } from "./face/app-scope.ts";
export type { AppShortcuts } from "./face/app-shortcuts.ts";
export type { AppUpdater } from "./face/app-updater.ts";
export type { AppWindow, AppWindows } from "./face/app-windows.ts";
export { command, type AppCommand, type AppCommandContext } from "./face/command.ts";
export { defineApp } from "./face/definition.ts";
export type { AppEvent } from "./events/events.ts";
export type { AppTray, TrayClick } from "./desktop/tray.ts";
export type { TrayItemChange, TrayMenuEntry, TrayMenuFolder, TrayMenuItem } from "./desktop/tray-menu.ts";
export { definePlugin, type Plugin } from "./face/plugin.ts";
export type { CloseRequest, PageLoad } from "./windows/window-hooks.ts";
export type { Grant, GrantChange, KeptGrant } from "./scope/grants.ts";
export type { StandardSchema } from "./face/standard-schema.ts";
