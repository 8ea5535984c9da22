import { keepAttributes } from "./files/attributes.ts";
import { withInheritedLimits } from "./open-files-limit.ts";

/** The direct Linux calls of the app thread: the entry of that thread passes them in. */
export const linuxCalls = { keepAttributes, withInheritedLimits };
