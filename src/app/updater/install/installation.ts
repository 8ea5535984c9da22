import type { ResolvedConfig } from "../../../config/index.ts";
import type { BaseDirectories } from "../../paths/base-directories.ts";
import type { Host } from "../../process/host.ts";
import type { Launch } from "../../process/launch.ts";
import type { Payload } from "../download/payload.ts";
import type { PendingUpdate } from "../state/state.ts";

/** The app whose installation is meant, and the machine it is on. */
export interface InstalledApp {
  readonly launch: Launch;
  readonly host: Host;
  readonly config: ResolvedConfig;
  readonly folders: BaseDirectories;
}

/**
 * What is installed, and how an update takes its place: the app puts the new version there itself
 * and can take it back, or an installer does, once the app has ended.
 */
export type Installation = OwnInstallation | SystemInstallation;

/** A download that is what was signed. */
export interface Verified {
  readonly payload: Payload;
  /** Of what was verified: nothing else is used. */
  readonly sha512: string;
  /** How many bytes what is taken out may have. */
  readonly size: number;
}

interface InstallationBasis {
  /**
   * Where the app is: a file or a folder. Another copy of the app, elsewhere, has nothing to do
   * with its updates.
   */
  readonly place: string;
  /**
   * Where a download is kept until it is installed: on the disk of what it replaces. It may not be
   * there yet.
   */
  readonly folder: string;
  /** The files whose parts a new version may have, too. */
  seeds(): readonly string[];
}

/**
 * One that the app replaces while it runs. What was there is kept until the new version has
 * started.
 */
export interface OwnInstallation extends InstallationBasis {
  readonly kind: "replaced";
  /**
   * Takes the new version out of a download, and makes it ready beside the old one.
   * @throws FrameworkError `bad-update` or `io`
   */
  prepare(verified: Verified): Promise<Replacement>;
  /** Puts a version back that `replace` has kept. */
  restore(backup: string): Promise<void>;
  /** Removes it. */
  forget(backup: string): Promise<void>;
}

/** One that only an installer may change, while the app does not run. */
export interface SystemInstallation extends InstallationBasis {
  readonly kind: "left";
  /**
   * Takes the installer out of a download.
   * @throws FrameworkError `bad-update` or `io`
   */
  prepare(verified: Verified): Promise<Installer>;
  /**
   * Has a version that was kept put back once this process has ended, and started then.
   * @throws FrameworkError `io`
   */
  restore(backup: string): Promise<void>;
  /** What `restore` could put back. */
  isKept(backup: string): boolean;
  /**
   * How an installer did not do its work, until `forget`; `null`: it did, or nobody knows.
   * @throws FrameworkError `io`
   */
  failureOf(run: string): InstallFailure | null;
  /** Removes an installer, which nobody needs any more, how it ended, and what was kept. */
  forget(left: Pick<PendingUpdate, "backup" | "run">): Promise<void>;
}

/** How an installer did not do its work. */
export interface InstallFailure {
  readonly reason: string;
  /** What was there before is there, whole. */
  readonly isWhole: boolean;
}

/** A new version that is ready. Without `replace` it goes away with its scope. */
export interface Replacement extends Disposable {
  /** A name for the backup that nothing has yet. */
  readonly backup: string;
  /**
   * Puts it into place; when that fails, the old version is there as before.
   * @param backup where the old version is kept, unless something is kept there already
   * @throws FrameworkError `io`
   */
  replace(backup: string): Promise<void>;
}

/** An installer that is ready. Without `start` it goes away with its scope. */
export interface Installer extends Disposable {
  /**
   * A name for the backup that nothing has yet; `null`: what is there now could not be put back.
   */
  readonly backup: string | null;
  /** How its files are called, those of its run alone. */
  readonly run: string;
  /**
   * Starts it. It waits until this process has ended, and the app is started again, whatever comes
   * of it.
   * @param backup where the version that is there is kept, unless something is kept there already
   * @throws FrameworkError `io`
   */
  start(backup: string | null): Promise<void>;
}
