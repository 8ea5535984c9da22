// Not the user agent: the configuration can give a window any.
/** Whether the page runs on Windows. */
export const isWindows: boolean = navigator.platform.startsWith("Win");
