import type { Handlers } from "../calls/context.ts";

/** The handlers of the globalShortcut module. */
export const globalShortcutHandlers: Handlers<"globalShortcut"> = {
  "globalShortcut.register": ({ shortcut, id }, { services, sender }) =>
    services.shortcuts.register(shortcut, { document: sender.document, pageId: id }),
  "globalShortcut.isRegistered": ({ shortcut }, { services }) =>
    services.shortcuts.isRegistered(shortcut),
  "globalShortcut.unregister": ({ shortcut }, { services, sender }) =>
    services.shortcuts.unregister(shortcut, sender.document),
  "globalShortcut.unregisterAll": (_, { services, sender }) =>
    services.shortcuts.unregisterAll(sender.document),
};
