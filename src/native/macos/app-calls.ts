import { macFiles } from "./files/open-file.ts";
import { startedAs } from "./started-as.ts";

/** What the app thread asks of macOS, itself and at once: the entry of that thread hands it in. */
export const macCalls = { files: macFiles, startedAs };
