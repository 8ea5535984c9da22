/**
 * Beside the launcher of an app that shares its runtime: the folder with its modules and its pack.
 */
export const sharedFolder = "app";
export const packName = "app.pack";

/** Windows: the folder beside the executable with a web engine that the app brings. */
export const fixedRuntimeFolder = "webview";
