/**
 * The API for the app's own code. `src-framework/main.ts` exports the result of `defineApp`:
 * commands that pages call, plugins, and `setup`, which gets the running app. All of it runs on the
 * app thread, with the user's rights and outside of every scope.
 */
export { FrameworkError, type ErrorCode } from "../contract/errors.ts";
export type { App, AppLogin, AppPaths } from "./public-api/app.ts";
export type { ErrorHandler, UncaughtError } from "./errors/app-errors.ts";
export type { ExitReason, ExitRequest, ExitRequestHandler } from "./process/exit-requests.ts";
export type { AppClipboard } from "./public-api/app-clipboard.ts";
export type { AppDialogs } from "./public-api/app-dialogs.ts";
export type { AppEvent, AppEvents } from "./public-api/app-events.ts";
export type { AppFiles } from "./public-api/app-files.ts";
export type { AppConnection, AppHttp, AppRequest } from "./public-api/app-http.ts";
export type { AppNotification } from "./public-api/app-notification.ts";
export type { AppScope } from "./public-api/app-scope.ts";
export type { AppShortcuts } from "./public-api/app-shortcuts.ts";
export type { AppTray } from "./public-api/app-tray.ts";
export type { AppUpdater } from "./public-api/app-updater.ts";
export type {
  AppWindow,
  AppWindows,
  RememberOptions,
  WindowStateFlag,
} from "./public-api/app-windows.ts";
export { command, type AppCommand, type AppCommandContext } from "./public-api/command.ts";
export { defineApp } from "./public-api/definition.ts";
export { fileError } from "./public-api/file-error.ts";
export type { Opened, Start } from "../contract/commands/app.ts";
export type { CliMatches } from "../contract/commands/cli.ts";
export type { ActivationPolicy, Monitors, TrayClick } from "../contract/ui/index.ts";
export type {
  AppMenu,
  TrayItemChange,
  TrayMenuEntry,
  TrayMenuFolder,
  TrayMenuItem,
} from "./public-api/app-menu.ts";
export type {
  MenuEntry,
  MenuFolderEntry,
  MenuItemChange,
  MenuItemEntry,
  MenuRole,
  MenuRoleEntry,
  MenuSeparator,
} from "../contract/menu.ts";
export type { MenuChoice } from "./desktop/menu-choice.ts";
export { definePlugin, type Plugin, type PluginFlags } from "./public-api/plugin.ts";
export type { CloseRequest, PageCrash, PageLoad } from "./windows/window-hooks.ts";
export type { Grant, GrantChange, KeptGrant } from "./scope/grants/grant.ts";
export type { StandardSchema } from "./public-api/standard-schema.ts";
