import {
  notificationCommands,
  type NotificationOptions,
} from "../../contract/commands/notification.ts";
import { checkArguments } from "../calls/arguments.ts";
import { showNotification } from "../commands/notification.ts";
import type { Services } from "../services.ts";
import { parsePath } from "../scope/path/absolute-path.ts";

/**
 * Notifications of the app itself: no page has to be open, and no flag is needed. Their options are
 * those of `sendNotification` of `framework/api/notification`.
 */
export interface AppNotification {
  /**
   * Sends a notification. Resolves when the desktop has accepted it. Rejects with `unavailable`
   * when there is no notification service, and with `bad-argument` for an `icon` that is a relative
   * path. An unawaited failure is silent: it is no uncaught error of the app.
   *
   * @param options the title, or more
   *
   * @example
   * await app.notification.send({ title: "Backup", body: "All notes are safe" });
   */
  send(options: string | NotificationOptions): Promise<void>;
}

/** @internal */
export function openAppNotification({ ui, host }: Services): AppNotification {
  async function send(given: string | NotificationOptions): Promise<void> {
    const { options } = checkArguments(
      "notification.send",
      notificationCommands["notification.send"].args,
      { options: typeof given === "string" ? { title: given } : given },
    );
    await showNotification(options, ui, (path) => parsePath(path, host.system).text);
  }

  return {
    send(options) {
      const sent = send(options);
      sent.catch(() => undefined);
      return sent;
    },
  };
}
