import type { Handlers } from "../calls/context.ts";
import { installForPage } from "../updater/offer.ts";

/** The handlers of the updater module. What is good enough to be installed is not for a page to say. */
export const updaterHandlers: Handlers<"updater"> = {
  "updater.checkUpdate": (_, { services }) => services.updater.check(),
  "updater.installUpdate": (_, { services }) => installForPage(services),
};
