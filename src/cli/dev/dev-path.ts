import type { FrontEnd } from "../project/front-end.ts";
import { statusAt } from "../../disk/status.ts";

/**
 * The problem of a `devPath` that names a folder, as a message; `null`: it exists, or no folder is
 * named. A command that makes pages may still create it.
 */
export function devPathProblem(
  devPath: string | readonly string[],
  front: FrontEnd,
): string | null {
  if (typeof devPath !== "string" || front.kind !== "folder") return null;
  if (statusAt(front.folder)?.isDirectory() === true) return null;
  return (
    `Cannot read build.devPath "${devPath}": "${front.folder}" must be a folder; ` +
    "does build.beforeDevCommand make it, and is the path relative to the configuration file?"
  );
}
