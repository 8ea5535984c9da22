import { FrameworkError } from "../../contract/errors.ts";
import type { CommandContext, Handlers } from "../context.ts";

/** The handlers of the updater module. */
export const updaterHandlers: Handlers<"updater"> = {
  "updater.checkUpdate": (_, context) => refuse("look for an update", context),
  "updater.installUpdate": (_, context) => refuse("install an update", context),
};

function refuse(action: string, { services }: CommandContext): never {
  const reason = services.config.framework.updater.active
    ? "this version of the framework cannot update apps"
    : "set framework.updater.active to true";
  throw new FrameworkError("unavailable", `Cannot ${action}: ${reason}`);
}
