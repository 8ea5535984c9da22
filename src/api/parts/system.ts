// Not the user agent: the configuration can give a window any. Where pages are rendered without a browser, there is no
// navigator.
/** Whether the page runs on Windows. */
export const isWindows: boolean = globalThis.navigator?.platform?.startsWith("Win") ?? false;
