import { objcClass } from "../../objc/object.ts";

export const NSApplication = objcClass(
  "NSApplication",
  {
    run: ">v",
    "stop:": "n>v",
    // (event, whether before all others)
    "postEvent:atStart:": "@B>v",
    currentEvent: ">n",
    "setDelegate:": "n>v",
    "setActivationPolicy:": "q>B",
    "activateIgnoringOtherApps:": "B>v",
    "hide:": "n>v",
    "unhide:": "n>v",
    "replyToApplicationShouldTerminate:": "B>v",
    "requestUserAttention:": "Q>q",
    "cancelUserAttentionRequest:": "q>v",
    "setAppearance:": "n>v",
    "setApplicationIconImage:": "n>v",
    mainMenu: ">n",
    "setMainMenu:": "n>v",
    "setServicesMenu:": "n>v",
    "setWindowsMenu:": "n>v",
    "setHelpMenu:": "n>v",
    "orderFrontStandardAboutPanelWithOptions:": "@>v",
  },
  { sharedApplication: ">@" },
);
