import { objcClass } from "../objc/object.ts";

/** Foundation's notifications to the user. Names are Apple's. */
export const NSUserNotification = objcClass("NSUserNotification", {
  init: ">@",
  "setTitle:": "n>v",
  "setInformativeText:": "n>v",
  "setSoundName:": "n>v",
});

export const NSUserNotificationCenter = objcClass(
  "NSUserNotificationCenter",
  { "deliverNotification:": "@>v", "setDelegate:": "n>v" },
  { defaultUserNotificationCenter: ">@" },
);
