import type { Handlers } from "../calls/context.ts";

/** The handlers of the clipboard module. */
export const clipboardHandlers: Handlers<"clipboard"> = {
  "clipboard.writeText": ({ text }, { services }) => services.ui.call("clipboard.write", { text }),
  "clipboard.readText": (_, { services }) => services.ui.call("clipboard.read", null),
};
