import { statSync } from "node:fs";
import type { FrontEnd } from "../project/front-end.ts";

/**
 * `localhost:5173`, also with a path: a browser reads it as an address, and `devPath` as a folder.
 */
const withoutScheme = /^(?:\/\/)?((?:[a-z0-9.-]+|\[[0-9a-f:]+\]):\d+(?:[/?#].*)?)$/i;

export interface DevPathProblem {
  readonly message: string;
  /** A command that makes pages may still create the folder. */
  readonly mayPass: boolean;
}

/** The problem of a `devPath` that names a folder; `null`: it exists, or no folder is named. */
export function devPathProblem(
  devPath: string | readonly string[],
  front: FrontEnd,
): DevPathProblem | null {
  if (typeof devPath !== "string" || front.kind !== "folder") return null;
  if (statSync(front.folder, { throwIfNoEntry: false })?.isDirectory() === true) return null;
  const [, address] = withoutScheme.exec(devPath) ?? [];
  const remedy =
    address === undefined
      ? "does build.beforeDevCommand make it, and is the path relative to the configuration file?"
      : `for a server, write "http://${address}"`;
  return {
    message: `Cannot read build.devPath "${devPath}": "${front.folder}" must be a folder; ${remedy}`,
    mayPass: address === undefined,
  };
}
