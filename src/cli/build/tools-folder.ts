import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { System } from "../../contract/target.ts";

/**
 * The folder of build tools that neither the project nor the framework contains.
 *
 * @param outputFolder the output folder of a project with `bundle.useLocalToolsDir`. `null`: the
 * user's own
 */
export function toolsFolder(outputFolder: string | null, system: System): string {
  return outputFolder === null
    ? join(cacheFolder(system), "framework-tools")
    : join(outputFolder, ".framework-tools");
}

function cacheFolder(system: System): string {
  const { XDG_CACHE_HOME: named, LOCALAPPDATA: local } = process.env;
  if (system === "macos") return join(homedir(), "Library/Caches");
  if (system === "windows") return local ?? join(homedir(), "AppData/Local");
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".cache");
}
