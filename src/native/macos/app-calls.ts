import { macFiles } from "./files/open-file.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { startedAs } from "./started-as.ts";

/** The direct macOS calls of the app thread: the entry of that thread passes them in. */
export const macCalls = { files: macFiles, startedAs, preferredLanguage };
