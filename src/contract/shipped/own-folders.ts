/**
 * The folder beside the launcher of an app with a shared runtime: it holds the app's modules and
 * its pack.
 */
export const sharedFolder = "app";
export const packName = "app.pack";

/** Windows: the folder beside the executable with a web engine that the app ships. */
export const fixedRuntimeFolder = "webview";
