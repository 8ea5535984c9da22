import type { System } from "../../../contract/target.ts";
import type { InstalledApp, Installation } from "./installation.ts";
import { installedAppImage } from "./linux.ts";
import { installedBundle } from "./macos.ts";
import { installedProgram } from "./windows.ts";

/** The kind of installation on each system. */
export const installers: { readonly [S in System]: (app: InstalledApp) => Installation } = {
  linux: installedAppImage,
  windows: installedProgram,
  macos: installedBundle,
};

/**
 * @throws FrameworkError `unavailable`, with the alternative, where this app cannot be updated
 */
export function installation(app: InstalledApp): Installation {
  return installers[app.launch.system](app);
}
