// The replacement of macOS' own calls in the app thread of an app for macOS.
import { macFiles } from "./mac-host.ts";

export const macCalls = {
  files: macFiles({}),
  startedAs: () => process.execPath,
  preferredLanguage: () => null,
};
