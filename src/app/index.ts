/**
 * What the app's own code is written with. `src-framework/main.ts` exports what `defineApp` makes: commands that pages
 * call, plugins, and `setup`, which gets the running app. All of it runs on the app thread, with the user's rights and
 * outside of every scope.
 */
export { FrameworkError, type ErrorCode } from "../contract/errors.ts";
export type { App, AppLogin, AppPaths } from "./face/app.ts";
export type { AppDialogs } from "./face/app-dialogs.ts";
export type { AppEvent, AppEvents } from "./face/app-events.ts";
export type { AppFiles } from "./face/app-files.ts";
export type { AppConnection, AppHttp, AppRequest } from "./face/app-http.ts";
export type { AppScope } from "./face/app-scope.ts";
export type { AppShortcuts } from "./face/app-shortcuts.ts";
export type { AppTray } from "./face/app-tray.ts";
export type { AppUpdater } from "./face/app-updater.ts";
export type { AppWindow, AppWindows, RememberOptions, WindowStateFlag } from "./face/app-windows.ts";
export { command, type AppCommand, type AppCommandContext } from "./face/command.ts";
export { defineApp } from "./face/definition.ts";
export type { Opened, Start } from "../contract/commands/app.ts";
export type { CliMatches } from "../contract/commands/cli.ts";
export type { Monitors, TrayClick } from "../contract/ui/index.ts";
export type {
  AppMenu,
  TrayItemChange,
  TrayMenuEntry,
  TrayMenuFolder,
  TrayMenuItem,
} from "./face/app-menu.ts";
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
export { definePlugin, type Plugin, type PluginFlags } from "./face/plugin.ts";
export type { CloseRequest, PageLoad } from "./windows/window-hooks.ts";
export type { Grant, GrantChange, KeptGrant } from "./scope/grant.ts";
export type { StandardSchema } from "./face/standard-schema.ts";
