import { objcClass } from "../../objc/object.ts";

/** Starts other apps. Names are Apple's. */
export const NSWorkspace = objcClass(
  "NSWorkspace",
  {
    "openURL:": "@>B",
    "URLForApplicationToOpenURL:": "@>n",
    "URLForApplicationWithBundleIdentifier:": "@>n",
    // (addresses, app, configuration, block that runs on a thread of the system's)
    "openURLs:withApplicationAtURL:configuration:completionHandler:": "@@@b>v",
  },
  { sharedWorkspace: ">@" },
);

export const NSWorkspaceOpenConfiguration = objcClass(
  "NSWorkspaceOpenConfiguration",
  {},
  { configuration: ">@" },
);
