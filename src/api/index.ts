/** Every module of the page's API, and the function for calling the app's own commands. */

export * as app from "./app.ts";
export * as cli from "./cli.ts";
export * as clipboard from "./clipboard.ts";
export * as dialog from "./dialog.ts";
export * as event from "./event.ts";
export * as framework from "./framework.ts";
export * as fs from "./fs.ts";
export * as globalShortcut from "./global-shortcut.ts";
export * as http from "./http.ts";
export * as notification from "./notification.ts";
export * as os from "./os.ts";
export * as path from "./path.ts";
export * as process from "./process.ts";
export * as shell from "./shell.ts";
export * as tray from "./tray.ts";
export * as updater from "./updater.ts";
export * as window from "./window.ts";
export { convertFileSrc, isFramework, transformCallback, type InvokeArgs } from "./framework.ts";
export { commandsOf, invoke, isFrameworkError, type FrameworkError } from "./invoke.ts";
