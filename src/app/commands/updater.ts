import type { Handlers } from "../calls/context.ts";

/** The handlers of the updater module. A page cannot relax the checks of an update. */
export const updaterHandlers: Handlers<"updater"> = {
  "updater.checkUpdate": (_, { services }) => services.updates.check(),
  "updater.installUpdate": (_, { services }) => services.updates.installForPage(services),
};
