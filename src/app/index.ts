/** What an application's own `src-framework/main.ts` imports as `framework/app`. */
export { FrameworkError, type ErrorCode } from "../contract/errors.ts";
export type { App, AppEvents, AppPaths } from "./app.ts";
export type { AppDialogs } from "./app-dialogs.ts";
export type { AppScope } from "./app-scope.ts";
export type { AppUpdater } from "./app-updater.ts";
export type { AppWindow, AppWindows } from "./app-windows.ts";
export { command, type OwnCommand, type OwnCommandContext } from "./command.ts";
export { defineApp } from "./definition.ts";
export type { AppEvent } from "./events.ts";
export type { AppTray, TrayClick } from "./tray.ts";
export type { TrayItemChange, TrayMenuEntry, TrayMenuFolder, TrayMenuItem } from "./tray-menu.ts";
export { definePlugin, type Plugin } from "./plugin.ts";
export type { Grant, GrantChange, KeptGrant } from "./scope/grants.ts";
export type { StandardSchema } from "./standard-schema.ts";
