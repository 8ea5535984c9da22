import { basename } from "node:path";
import { libc } from "./lib/libc.ts";

// Source: <linux/prctl.h>.
const PR_SET_NAME = 15;

/**
 * If the app runs on a shared runtime, makes process lists show this process under the file that
 * started the app, as for every program. The kernel keeps 15 bytes. Call it on the main thread,
 * whose name is that of the process.
 */
export function nameProcess(executable: string): void {
  libc.prctl(PR_SET_NAME, basename(executable));
}
