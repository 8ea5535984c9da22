import type { CommandLinePart } from "./command-line.ts";

/** Of an app whose configuration describes no command line. */
export const commandLine: CommandLinePart = () => Promise.resolve({ ends: false, matches: null });
