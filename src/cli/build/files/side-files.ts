import { lstat, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyFile, makeFolder, setMode, setTimes } from "../../../disk/write.ts";
import {
  emptyFolderNote,
  findResources,
  findSidecars,
  shippedFiles,
  type PackagedFile,
  type ShippedFile,
} from "../../../bundler/index.ts";
import type { Target } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";

/** The sidecars and resources of an app, and the missing ones. */
export interface SideFiles {
  readonly files: readonly PackagedFile[];
  /** The same for the checks of shipped files. */
  readonly shipped: readonly ShippedFile[];
  readonly problems: readonly string[];
}

/** @param isUniversal use the sidecars for both processors of a Mac */
export function findSideFiles(
  { config, configFolder }: Project,
  target: Target,
  isUniversal = false,
): SideFiles {
  const { externalBin, resources } = config.framework.bundle;
  const problems: string[] = [];
  const attempt = (field: string, find: () => PackagedFile[]): PackagedFile[] => {
    try {
      return find();
    } catch (error) {
      problems.push(
        `framework.bundle.${field}: ${error instanceof Error ? error.message : String(error)}`,
      );
      return [];
    }
  };
  const sidecars = (externalBin ?? []).flatMap((path) =>
    attempt("externalBin", () => findSidecars(configFolder, [path], target, isUniversal)),
  );
  const found = attempt("resources", () =>
    findResources(configFolder, resources, (path) =>
      problems.push(emptyFolderNote("resources", path)),
    ),
  );
  return {
    files: [...sidecars, ...found],
    shipped: [
      ...shippedFiles("bundle.externalBin", sidecars),
      ...shippedFiles("bundle.resources", found),
    ],
    problems,
  };
}

/**
 * Places the side files for an app that runs from source.
 *
 * @param folder that of the app's executable
 * @returns the missing files: such an app runs without them
 */
export async function placeSideFiles(
  project: Project,
  target: Target,
  folder: string,
): Promise<readonly string[]> {
  const { files, problems } = findSideFiles(project, target);
  await placeFiles(files, folder);
  return problems;
}

/**
 * Copies sidecars and resources to the place where an app that was not installed looks for them:
 * the folder of its executable, as packages do. They are copies, because a link would lead out of
 * that folder, and scopes do not permit that.
 */
export async function placeFiles(files: readonly PackagedFile[], folder: string): Promise<void> {
  for (const file of files) await place(file, folder);
}

async function place({ path, source, executable }: PackagedFile, folder: string): Promise<void> {
  if (typeof source !== "string") throw new Error(`Cannot copy "${path}": it must be a file`);
  const target = join(folder, path);
  const [wanted, present] = await Promise.all([stat(source), lstat(target).catch(() => null)]);
  // A replacement may be older than the file: from an archive, or by `cp -p`. Some disks keep only
  // milliseconds.
  if (
    present?.isFile() === true &&
    present.size === wanted.size &&
    Math.abs(present.mtimeMs - wanted.mtimeMs) < 1
  )
    return;
  makeFolder(dirname(target));
  await copyFile(source, target);
  if (executable) setMode(target, 0o755);
  setTimes(target, wanted.atime, wanted.mtimeMs / 1000);
}
