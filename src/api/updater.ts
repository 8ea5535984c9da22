/**
 * Newer versions of the app.
 *
 * Also `window.__FRAMEWORK__.updater` when `build.withGlobalFramework` is true. Needs no flag, only
 * `framework.updater.active`.
 */
import type { UpdateResult, UpdateStatusResult } from "../contract/updater.ts";
import { FrameworkEvent, listen, type UnlistenFn } from "./event.ts";
import { invoke } from "./invoke.ts";

export type { UpdateManifest, UpdateResult, UpdateStatus, UpdateStatusResult } from "../contract/updater.ts";

/**
 * Asks the update server for a newer version. Needs no flag.
 *
 * Rejects with the code `unavailable` when `framework.updater.active` is false.
 *
 * @example
 * const { shouldUpdate, manifest } = await checkUpdate();
 * if (shouldUpdate && (await ask(`Install ${manifest?.version}?`))) await installUpdate();
 */
export function checkUpdate(): Promise<UpdateResult> {
  return invoke("updater.checkUpdate", {});
}

/**
 * Downloads, verifies and installs the newer version. Needs no flag.
 *
 * Resolves when it is in its place; {@link relaunch} then starts it. Rejects with the code `unavailable` when
 * `framework.updater.active` is false.
 *
 * @example
 * await installUpdate();
 * await relaunch();
 */
export function installUpdate(): Promise<void> {
  return invoke("updater.installUpdate", {});
}

/**
 * Hears how an update goes on. Resolves with the function that ends it. Needs no flag.
 *
 * @example
 * const unlisten = await onUpdaterEvent(({ status, error }) => console.log(status, error ?? ""));
 */
export function onUpdaterEvent(handler: (status: UpdateStatusResult) => void): Promise<UnlistenFn> {
  return listen<UpdateStatusResult>(FrameworkEvent.STATUS_UPDATE, ({ payload }) => handler(payload));
}
