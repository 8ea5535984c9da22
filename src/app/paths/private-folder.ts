import { mkdirSync } from "node:fs";
import { FrameworkError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "./base-directories.ts";
import { pathsOf } from "./dialect.ts";
import { failure } from "./path-problem.ts";

/** The folder that no page can ever reach; `null`: the app has no folders of its own. */
export function privateFolder(
  { APPLOCALDATA: folder }: BaseDirectories,
  system: System,
): string | null {
  return folder === null ? null : pathsOf(system).join(folder, "private");
}

/** @param name of a folder in it, created if missing, for this user only */
export function makePrivateFolder(folders: BaseDirectories, system: System, name: string): string {
  const parent = privateFolder(folders, system);
  if (parent === null) {
    throw new FrameworkError(
      "unavailable",
      `Cannot make the folder "${name}": set framework.bundle.identifier`,
    );
  }
  if (!/^[\w-]+$/.test(name)) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot make the folder "${name}": its name must be letters, digits, "-" and "_"`,
    );
  }
  const folder = pathsOf(system).join(parent, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw failure("make folder", folder, error);
  }
  return folder;
}
