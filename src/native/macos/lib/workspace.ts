import { objcClass } from "../objc/object.ts";

/** What starts other apps. Names are Apple's. */
export const NSWorkspace = objcClass(
  "NSWorkspace",
  {
    "openURL:": "@>B",
    "URLForApplicationToOpenURL:": "@>n",
    "URLForApplicationWithBundleIdentifier:": "@>n",
    // (addresses, app, how, block that is called on a thread of the system's)
    "openURLs:withApplicationAtURL:configuration:completionHandler:": "@@@b>v",
  },
  { sharedWorkspace: ">@" },
);

export const NSWorkspaceOpenConfiguration = objcClass(
  "NSWorkspaceOpenConfiguration",
  {},
  { configuration: ">@" },
);
