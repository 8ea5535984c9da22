import { boolean, field, optional, record, required, text } from "./field.ts";

export const systemTrayConfig = record("SystemTrayConfig", "The icon in the system tray.", {
  iconPath: required(text, "Path of the icon."),
  iconAsTemplate: field(boolean, false, "The icon is a template image.", {
    systems: ["macos"],
    elsewhere: "there are no template images",
  }),
  menuOnLeftClick: field(boolean, true, "A left click opens the menu.", {
    systems: ["macos"],
    elsewhere: "a left click is an event for the application",
  }),
  title: optional(text, "Title beside the icon.", {
    systems: ["macos"],
    elsewhere: "the tray shows icons alone",
  }),
});
