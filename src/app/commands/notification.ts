import { allowedFlags } from "../../contract/commands/allowed-flags.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import type { Services } from "../services.ts";
import { during } from "../paths/path-problem.ts";

/** The handlers of the notification module. The allowlist is the permission: nobody else is asked. */
export const notificationHandlers: Handlers<"notification"> = {
  "notification.isPermissionGranted": (_, { services }) => isGranted(services),
  "notification.requestPermission": (_, { services }) => (isGranted(services) ? "granted" : "denied"),
  async "notification.send"({ options: { title, body, icon, sound } }, context) {
    await context.services.ui.call("notification.show", {
      title,
      body: body ?? "",
      icon: icon ? await iconOf(icon, context) : null,
      sound: sound ? sound : null,
    });
  },
};

function isGranted({ config }: Services): boolean {
  return allowedFlags(config.framework.allowlist).has("notification.all");
}

/** A name from the icon theme as it is, and a path through the scope: what shows it may say what is in the file. */
async function iconOf(icon: string, { services, sender }: CommandContext): Promise<string> {
  if (!/[/\\]/.test(icon)) return icon;
  return await during("show", icon, () => services.fsScope.check(icon, sender.window).text);
}
