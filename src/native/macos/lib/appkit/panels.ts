import { objcClass } from "../../objc/object.ts";

/** AppKit's panels for files. Names are Apple's. */
const panel = {
  "setTitle:": "n>v",
  "setMessage:": "n>v",
  "setDirectoryURL:": "n>v",
  "setNameFieldStringValue:": "@>v",
  "setCanCreateDirectories:": "B>v",
  "setExtensionHidden:": "B>v",
  "setShowsTagField:": "B>v",
  "setTreatsFilePackagesAsDirectories:": "B>v",
  "setAllowedContentTypes:": "@>v",
  "setAccessoryView:": "n>v",
  attachedSheet: ">n",
  // (sheet, response)
  "endSheet:returnCode:": "@q>v",
  "cancel:": "n>v",
  // (window, block given the response)
  "beginSheetModalForWindow:completionHandler:": "@b>v",
  "beginWithCompletionHandler:": "b>v",
} as const;

export const NSSavePanel = objcClass("NSSavePanel", { ...panel, URL: ">n" }, { savePanel: ">n" });

export const NSOpenPanel = objcClass(
  "NSOpenPanel",
  {
    ...panel,
    "setCanChooseFiles:": "B>v",
    "setCanChooseDirectories:": "B>v",
    "setAllowsMultipleSelection:": "B>v",
    "setResolvesAliases:": "B>v",
    "setAccessoryViewDisclosed:": "B>v",
    URLs: ">@",
  },
  { openPanel: ">n" },
);

export const UTType = objcClass(
  "UTType",
  { preferredFilenameExtension: ">n" },
  { "typeWithFilenameExtension:": "@>n" },
);
