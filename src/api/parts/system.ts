import { page } from "./page.ts";

/**
 * Whether the page runs on Windows, according to the app. False if pages are rendered without an
 * app.
 */
export const isWindows: boolean = page()?.__FRAMEWORK_BRIDGE__?.system === "windows";
