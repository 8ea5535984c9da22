import { FrameworkError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { Launch } from "../process/launch.ts";
import { installedAppImage } from "./appimage.ts";
import type { Payload } from "./payload.ts";

/** What is installed, and how an update takes its place. A port adds a file beside `appimage.ts`, and its row here. */
export interface Installation {
  /** The file that is replaced. */
  readonly file: string;
  /** Where a download is kept until it is installed: on the disk of what it replaces. */
  readonly folder: string;
  /**
   * Takes the new version out of a download, and makes it ready beside the old one.
   * @param sha512 of what was verified: nothing else is used
   * @param size how many bytes the new version may have
   * @throws FrameworkError `bad-update` or `io`
   */
  prepare(payload: Payload, sha512: string, size: number): Promise<Replacement>;
  /** Puts a version back that `replace` has kept. */
  restore(backup: string): void;
  /** Removes it. */
  forget(backup: string): void;
}

/** A new version that is ready. Without `replace` it goes away with its scope. */
export interface Replacement extends Disposable {
  /**
   * Puts it into place; when that fails, the old version is there as before.
   * @param backup where the old version is kept, unless something is kept there already
   * @throws FrameworkError `io`
   */
  replace(backup: string): void;
  /** A name for the backup that nothing has yet. */
  readonly backup: string;
}

const installers: { readonly [S in System]: (launch: Launch) => Installation } = {
  linux: installedAppImage,
  windows: notYet,
  macos: notYet,
};

/** @throws FrameworkError `unavailable`, with what to do instead, where this app cannot be replaced */
export function installation(launch: Launch): Installation {
  return installers[launch.system](launch);
}

function notYet({ system }: Launch): never {
  throw new FrameworkError(
    "unavailable",
    `Cannot install an update: it is not there yet on "${system}"; show your users where to download it`,
  );
}
