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
 * `timed-out` when no server answers, with `bad-update` when what it answers is no feed, and with
 * `not-allowed` when an address, or where it leads to, is not https.
 *
 * @example
 * const { shouldUpdate, manifest } = await checkUpdate();
 * if (shouldUpdate && (await ask(`Install ${manifest?.version}?`))) await installUpdate();
 */
export function checkUpdate(): Promise<UpdateResult> {
  return invoke("updater.checkUpdate", {});
}

/**
 * Downloads, verifies and installs the newer version that {@link checkUpdate} found; looks for it
 * when nobody has asked yet. Needs no flag.
 *
 * Resolves when it is in its place; {@link relaunch} then starts it. Rejects with the code
 * `unavailable` when `framework.updater.active` is false, when there is nothing newer, and where an
 * app cannot replace itself; with `bad-update` when the download is not signed by the app's author
 * for this version and system, or the server has none; with `network`, `timed-out` or `io` when it
 * did not arrive; with `not-allowed` when its address is not https, or the user has said no to this
 * version.
 *
 * - Linux: an AppImage replaces itself; what a package manager installed, it updates.
 * - Windows: the installer takes the app's place once the app has ended, and the app is started
 *   again.
 * - macOS: a bundle that its user may write replaces itself.
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
  return listen<UpdateStatusResult>(FrameworkEvent.STATUS_UPDATE, ({ payload }) =>
    handler(payload),
  );
}
