import { page } from "./page.ts";

/**
 * Whether the page runs on Windows, as the app says. Where pages are rendered without an app, it is
 * not.
 */
export const isWindows: boolean = page()?.__FRAMEWORK_BRIDGE__?.system === "windows";
