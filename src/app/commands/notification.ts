import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { during } from "../paths/path-problem.ts";
import { check } from "./fs-path.ts";

/**
 * The handlers of the notification module. The allowlist is the permission: there is no question to
 * the user.
 */
export const notificationHandlers: Handlers<"notification"> = {
  "notification.isPermissionGranted": (_, context) => isGranted(context),
  "notification.requestPermission": (_, context) => (isGranted(context) ? "granted" : "denied"),
  async "notification.send"({ options: { title, body, icon, sound } }, context) {
    await context.services.ui.call("notification.show", {
      title,
      body: body ?? "",
      icon: icon ? await iconOf(icon, context) : null,
      sound: sound ? sound : null,
    });
  },
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
 * A name from the icon theme unchanged, and a path through the scope: the desktop's notification
 * may reveal its content.
 */
async function iconOf(icon: string, context: CommandContext): Promise<string> {
  if (!/[/\\]/.test(icon)) return icon;
  return await during("show", icon, () => check(icon, context).text);
}
