/**
 * The app's icon in the system tray. Pages receive its events; the app's own code, `app.tray` in
 * `framework/app`, changes it.
 *
 * Also `window.__FRAMEWORK__.tray` when `build.withGlobalFramework` is true. Needs no flag.
 */
import type { TrayClick } from "../contract/ui/index.ts";
import { FrameworkEvent, listen, type UnlistenFn } from "./event.ts";

export type { TrayClick } from "../contract/ui/index.ts";

/**
 * Runs for each click on the icon; resolves with a function that removes the handler.
 *
 * @example
 * await onTrayClick(({ click }) => console.log(click));
 */
export function onTrayClick(handler: (click: TrayClick) => void): Promise<UnlistenFn> {
  return listen<TrayClick>(FrameworkEvent.TRAY, ({ payload }) => handler(payload));
}

/**
 * Runs, with its id, for each chosen item of the menu that the app's own code set; resolves with a
 * function that removes the handler.
 *
 * @example
 * const unlisten = await onTrayMenu((id) => console.log(`chosen: ${id}`));
 */
export function onTrayMenu(handler: (id: string) => void): Promise<UnlistenFn> {
  return listen<string>(FrameworkEvent.MENU, ({ payload }) => handler(payload));
}
