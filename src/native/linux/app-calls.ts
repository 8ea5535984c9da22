import { keepAttributes } from "./files/attributes.ts";
import { withInheritedLimits } from "./open-files-limit.ts";

/** What the app thread asks of Linux, itself and at once: the entry of that thread hands it in. */
export const linuxCalls = { keepAttributes, withInheritedLimits };
