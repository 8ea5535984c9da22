/**
 * Notifications: short messages that the desktop shows beside other windows.
 *
 * Also `window.__FRAMEWORK__.notification` when `build.withGlobalFramework` is true. Sending needs
 * `framework.allowlist.notification.all`; with that flag `window.Notification` sends them, too. The
 * flag is the permission: users are not asked.
 */
import type { NotificationOptions, Permission } from "../contract/commands/notification.ts";
import { invoke } from "./invoke.ts";
import { textOf } from "./parts/text.ts";
import { titled } from "./parts/titled.ts";

export type { NotificationOptions, Permission } from "../contract/commands/notification.ts";

/** The same as `NotificationOptions`. */
export type Options = NotificationOptions;

/**
 * Whether this app may send notifications. Needs no flag.
 *
 * @example
 * if (await isPermissionGranted()) await sendNotification("Ready");
 */
export function isPermissionGranted(): Promise<boolean> {
  return invoke("notification.isPermissionGranted", {});
}

/**
 * Whether this app may send notifications, as a word. The user is not asked. Needs no flag.
 *
 * @example
 * const isAllowed = (await requestPermission()) === "granted";
 */
export function requestPermission(): Promise<Permission> {
  return invoke("notification.requestPermission", {});
}

/**
 * Sends a notification. Needs `framework.allowlist.notification.all`.
 *
 * Resolves when the desktop has accepted it. Rejects with the code `unavailable` when there is no
 * notification service, and with `out-of-scope` when `icon` is a path outside of
 * `framework.allowlist.fs.scope`. An unawaited failure is silent: it is no unhandled rejection.
 *
 * - Linux: by `org.freedesktop.Notifications`. `icon` is a name from the icon theme or the path of
 *   a picture; `sound` is a name from the sound theme, or `"default"`. The body is shown literally:
 *   markup is not supported.
 *
 * @param options the title, or more; for an error, its message
 *
 * @example
 * await sendNotification({ title: "Backup", body: "All files are safe" });
 */
export function sendNotification(options: string | Error | NotificationOptions): Promise<void> {
  const sent = send(options instanceof Error ? textOf(options) : options);
  sent.catch(() => undefined);
  return sent;
}

async function send(options: string | NotificationOptions): Promise<void> {
  await invoke("notification.send", {
    options: titled("notification.send", options) as NotificationOptions,
  });
}
