import * as v from "valibot";
import { command } from "./command.ts";

/** The prefix of a shortcut's event; the number that the page gave the shortcut follows. */
export const shortcutEventPrefix = "framework://shortcut/";

const shortcut = v.string();

export const globalShortcutCommands = {
  /**
   * `id` is the page's own number for the shortcut; the event of that number reports each press.
   */
  "globalShortcut.register": command<void>()(
    "globalShortcut.all",
    v.strictObject({
      shortcut,
      id: v.pipe(v.number(), v.safeInteger("a whole number"), v.minValue(0, "a number from 0 on")),
    }),
  ),
  "globalShortcut.isRegistered": command<boolean>()(
    "globalShortcut.all",
    v.strictObject({ shortcut }),
  ),
  "globalShortcut.unregister": command<void>()("globalShortcut.all", v.strictObject({ shortcut })),
  "globalShortcut.unregisterAll": command<void>()("globalShortcut.all", v.strictObject({})),
} as const;
