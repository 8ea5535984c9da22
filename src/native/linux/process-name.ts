import { basename } from "node:path";
import { libc } from "./lib/libc.ts";

// Source: <linux/prctl.h>.
const PR_SET_NAME = 15;

/**
 * Has lists of processes call this one by the file that the app was started by, as they call every
 * program, where it is a runtime that apps share. The kernel keeps 15 bytes. To be called on the
 * main thread, whose name is that of the process.
 */
export function nameProcess(executable: string): void {
  libc.prctl(PR_SET_NAME, basename(executable));
}
