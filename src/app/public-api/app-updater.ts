import type { UpdateResult } from "../../contract/commands/updater.ts";
import type { Services } from "../services.ts";

/** Newer versions of the app, for the app itself. Needs `framework.updater.active`. */
export interface AppUpdater {
  /** Asks the update server for a newer version. */
  check(): Promise<UpdateResult>;
  /**
   * Downloads, verifies and installs the newer version; the next start runs it. The events
   * `framework://update-download-progress` and `framework://update-status` report the progress.
   */
  install(): Promise<void>;
}

/** @internal */
export function openAppUpdater({ updates }: Services): AppUpdater {
  return { check: () => updates.check(), install: () => updates.install() };
}
