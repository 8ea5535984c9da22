// What the app thread of an app for macOS imports here in place of macOS' own calls.
import { macFiles } from "./mac-host.ts";

export const macCalls = { files: macFiles({}), startedAs: () => process.execPath };
