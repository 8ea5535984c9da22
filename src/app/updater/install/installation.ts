import type { ResolvedConfig } from "../../../config/index.ts";
import type { BaseDirectories } from "../../paths/base-directories.ts";
import type { Host } from "../../process/host.ts";
import type { Launch } from "../../process/launch.ts";
import type { Payload } from "../download/payload.ts";
import type { PendingUpdate } from "../state/state.ts";

/** The app that is to be updated, and its machine. */
export interface InstalledApp {
  readonly launch: Launch;
  readonly host: Host;
  readonly config: ResolvedConfig;
  readonly folders: BaseDirectories;
}

/**
 * The installed app, and the way in which an update replaces it. Either the app puts the new
 * version there itself and can undo that, or an installer does it after the app has ended.
 */
export type Installation = OwnInstallation | SystemInstallation;

/** A download that matches its signature. */
export interface Verified {
  readonly payload: Payload;
  /** The hash of the verified bytes. Nothing else is used. */
  readonly sha512: string;
  /** The largest allowed size of the unpacked content in bytes. */
  readonly size: number;
}

interface InstallationBasis {
  /**
   * The path of the app: a file or a folder. Another copy of the app elsewhere is independent of
   * its updates.
   */
  readonly place: string;
  /**
   * The folder that keeps a download until it is installed, on the same disk as the app. It may not
   * exist yet.
   */
  readonly folder: string;
  /** The files that may share parts with a new version. */
  seeds(): readonly string[];
}

/**
 * An installation that the app replaces while it runs. The old version is kept until the new
 * version has started.
 */
export interface OwnInstallation extends InstallationBasis {
  readonly kind: "replaced";
  /**
   * Takes the new version out of a download, and makes it ready beside the old one.
   * @throws FrameworkError `bad-update` or `io`
   */
  prepare(verified: Verified): Promise<Replacement>;
  /** Restores a version that `replace` has kept. */
  restore(backup: string): Promise<void>;
  /** Removes the backup. */
  forget(backup: string): Promise<void>;
}

/** An installation that only an installer may change, while the app does not run. */
export interface SystemInstallation extends InstallationBasis {
  readonly kind: "left";
  /**
   * Takes the installer out of a download.
   * @throws FrameworkError `bad-update` or `io`
   */
  prepare(verified: Verified): Promise<Installer>;
  /**
   * Restores a kept version after this process has ended, and starts it then.
   * @throws FrameworkError `io`
   */
  restore(backup: string): Promise<void>;
  /** True if `restore` can use the backup. */
  isKept(backup: string): boolean;
  /**
   * The failure of an installer, until `forget`. `null`: it succeeded, or the result is unknown.
   * @throws FrameworkError `io`
   */
  failureOf(run: string): InstallFailure | null;
  /** Removes an installer that is no longer needed, its result, and the backup. */
  forget(left: Pick<PendingUpdate, "backup" | "run">): Promise<void>;
}

/** The failure of an installer. */
export interface InstallFailure {
  readonly reason: string;
  /** The version from before is there, complete. */
  readonly isWhole: boolean;
}

/** A new version that is ready. Without `replace` it goes away with its scope. */
export interface Replacement extends Disposable {
  /** An unused name for the backup. */
  readonly backup: string;
  /**
   * Puts it into place. If that fails, the old version is there as before.
   * @param backup the path for the old version, unless something is kept there already
   * @throws FrameworkError `io`
   */
  replace(backup: string): Promise<void>;
}

/** An installer that is ready. Without `start` it goes away with its scope. */
export interface Installer extends Disposable {
  /** An unused name for the backup. `null`: the present version could not be put back. */
  readonly backup: string | null;
  /** The name of the files of this run alone. */
  readonly run: string;
  /**
   * Starts it. It waits until this process has ended. The app is started again, whatever the result
   * is.
   * @param backup the path for the present version, unless something is kept there already
   * @throws FrameworkError `io`
   */
  start(backup: string | null): Promise<void>;
}
