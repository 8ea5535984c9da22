import { plainNames } from "../opening/open-request.ts";
import type { CommandLinePart } from "./command-line.ts";

/** For an app whose configuration describes no command line. */
export const commandLine: CommandLinePart = (_, launch) =>
  Promise.resolve({ ends: false, matches: null, names: plainNames(launch.arguments) });
