import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Where what a build needs and neither the project nor the framework brings is kept.
 *
 * @param outputFolder of a project with `bundle.useLocalToolsDir`; `null`: the user's own
 */
export function toolsFolder(outputFolder: string | null): string {
  return outputFolder === null
    ? join(cacheFolder(), "framework-tools")
    : join(outputFolder, ".framework-tools");
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME: named, LOCALAPPDATA: local } = process.env;
  if (process.platform === "darwin") return join(homedir(), "Library/Caches");
  if (process.platform === "win32") return local ?? join(homedir(), "AppData/Local");
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), ".cache");
}
