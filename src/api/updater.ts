/**
 * Newer versions of the app.
 *
 * Also `window.__FRAMEWORK__.updater` when `build.withGlobalFramework` is true. Needs no flag, only
 * `framework.updater.active`.
 */
import type { UpdateResult, UpdateStatusResult } from "../contract/commands/updater.ts";
import { FrameworkEvent, listen, type UnlistenFn } from "./event.ts";
import { invoke } from "./invoke.ts";

export type {
  UpdateManifest,
  UpdateProgress,
  UpdateResult,
  UpdateStatus,
  UpdateStatusResult,
} from "../contract/commands/updater.ts";

/**
 * Asks the update servers for a newer version. Needs no flag.
 *
 * Rejects with the code `unavailable` when `framework.updater.active` is false, with `network` or
 * `timed-out` when no server answers, with `bad-update` when the answer is no feed, and with
 * `not-allowed` when an address, or its redirect, is not https.
 *
 * @example
 * const { shouldUpdate, manifest } = await checkUpdate();
 * if (shouldUpdate && (await ask(`Install ${manifest?.version}?`))) await installUpdate();
 */
export function checkUpdate(): Promise<UpdateResult> {
  return invoke("updater.checkUpdate", {});
}

/**
 * Downloads, verifies and installs the newer version that {@link checkUpdate} found; checks for one
 * if there was no check yet. Needs no flag.
 *
 * Resolves when it is in place; {@link relaunch} then starts it. Rejects with the code
 * `unavailable` when `framework.updater.active` is false, when there is no newer version, and if an
 * app cannot replace itself; with `bad-update` when the download is not signed by the app's author
 * for this version and system, or the server has none; with `network`, `timed-out` or `io` when it
 * did not arrive; with `not-allowed` when its address is not https, or the user has rejected this
 * version.
 *
 * - Linux: an AppImage replaces itself; a package manager updates its own packages.
 * - Windows: the installer replaces the app once the app has ended, and restarts it.
 * - macOS: a bundle replaces itself if its user may write it.
 *
 * @example
 * await installUpdate();
 * await relaunch();
 */
export function installUpdate(): Promise<void> {
  return invoke("updater.installUpdate", {});
}

/**
 * Reports the progress of an update. Resolves with the function that removes the handler. Needs no
 * flag.
 *
 * @example
 * const unlisten = await onUpdaterEvent(({ status, error }) => console.log(status, error ?? ""));
 */
export function onUpdaterEvent(handler: (status: UpdateStatusResult) => void): Promise<UnlistenFn> {
  return listen<UpdateStatusResult>(FrameworkEvent.STATUS_UPDATE, ({ payload }) =>
    handler(payload),
  );
}
