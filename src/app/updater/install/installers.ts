import { FrameworkError } from "../../../contract/errors.ts";
import type { System } from "../../../contract/target.ts";
import type { Launch } from "../../process/launch.ts";
import type { Installation } from "./installation.ts";
import { installedAppImage } from "./linux.ts";

/** How an app is installed on each system. */
export const installers: { readonly [S in System]: (launch: Launch) => Installation } = {
  linux: installedAppImage,
  windows: notYet,
  macos: notYet,
};

/** @throws FrameworkError `unavailable`, with what to do instead, where this app cannot be updated */
export function installation(launch: Launch): Installation {
  return installers[launch.system](launch);
}

function notYet({ system }: Launch): never {
  throw new FrameworkError(
    "unavailable",
    `Cannot install an update: it is not there yet on "${system}"; show your users where to download it`,
  );
}
