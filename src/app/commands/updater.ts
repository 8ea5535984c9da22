import type { Handlers } from "../calls/context.ts";

/**
 * The handlers of the updater module. What is good enough to be installed is not for a page to say.
 */
export const updaterHandlers: Handlers<"updater"> = {
  "updater.checkUpdate": (_, { services }) => services.updates.check(),
  "updater.installUpdate": (_, { services }) => services.updates.installForPage(services),
};
