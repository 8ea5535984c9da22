import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import type { NotificationOptions } from "../../contract/commands/notification.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { during } from "../paths/path-problem.ts";
import type { Ui } from "../ui.ts";
import { check } from "./fs-path.ts";

/**
 * The handlers of the notification module. The allowlist is the permission: there is no question to
 * the user.
 */
export const notificationHandlers: Handlers<"notification"> = {
  "notification.isPermissionGranted": (_, context) => isGranted(context),
  "notification.requestPermission": (_, context) => (isGranted(context) ? "granted" : "denied"),
  "notification.send": ({ options }, context) =>
    showNotification(options, context.services.ui, (path) => check(path, context).text),
};

/** A page that queries the permission counts as one that uses the flag. */
function isGranted({ services: { config }, uses }: CommandContext): boolean {
  const isAllowed = allowedFlags(config.framework.allowlist).has("notification.all");
  uses?.note({
    kind: "flag",
    outcome: isAllowed ? "allowed" : "refused",
    rule: "notification.all",
    detail: "notification.requestPermission",
  });
  return isAllowed;
}

/**
 * Shows a notification.
 *
 * @param pathOf checks the path of an icon: the desktop's notification may reveal its content. A
 * name from the icon theme stays unchanged.
 */
export async function showNotification(
  { title, body, icon, sound }: NotificationOptions,
  ui: Ui,
  pathOf: (path: string) => string,
): Promise<void> {
  const name = icon || null;
  const isPath = name !== null && /[/\\]/.test(name);
  await ui.call("notification.show", {
    title,
    body: body ?? "",
    icon: isPath ? await during("show", name, () => pathOf(name)) : name,
    sound: sound || null,
  });
}
