import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import { pathsOf } from "../paths/dialect.ts";
import { failure, PathProblem } from "../paths/path-problem.ts";
import type { Disk } from "./open/disk.ts";
import { FsScope } from "./fs.ts";
import { Grants } from "./grants/grants.ts";
import type { OwnPlaces } from "./own-places.ts";

export interface OwnFileHost {
  readonly folders: BaseDirectories;
  /** The framework's private folders among these. */
  readonly denied: readonly string[];
  readonly ownPlaces: OwnPlaces;
  readonly system: System;
  readonly disk: Disk;
}

/**
 * The path of a file in one of the app's folders, by a name that may come from a page.
 *
 * @param change whether it will be changed: then it must not be a file that the app runs
 * @throws FrameworkError `out-of-scope` or `bad-argument` for a name that leads out of the folder,
 * by itself or by a link, or into the framework's private folders
 */
export function ownFile(
  folder: BaseDirectoryName,
  name: string,
  { change }: { readonly change: boolean },
  { folders, denied, ownPlaces, system, disk }: OwnFileHost,
): string {
  try {
    const start = folders[folder];
    if (start === null)
      throw new PathProblem("unavailable", `this system has no folder for "$${folder}"`);
    // While they are one text, a drive or a second root in the name would be taken for a folder's
    // name.
    if (/^[\\/]|^[a-z]:/i.test(name))
      throw new PathProblem("out-of-scope", `must be a name in "$${folder}"`);
    const scope = new FsScope({
      scope: { allow: [`$${folder}/**`], requireLiteralLeadingDot: false },
      setting: `"$${folder}"`,
      folders,
      grants: new Grants({ system, disk }),
      denied,
      system,
      disk,
    });
    const real = scope.check(`${start}/${name}`, null);
    if (pathsOf(system).relative(start, `${start}/${name}`) === "")
      throw new PathProblem("bad-argument", "must be the name of a file");
    if (change) ownPlaces.now().refuseChange(real);
    return real.text;
  } catch (error) {
    throw failure("use", name, error);
  }
}
