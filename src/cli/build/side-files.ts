import { constants } from "node:fs";
import { chmod, copyFile, mkdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { emptyFolderNote, findResources, findSidecars, type PackagedFile } from "../../bundler/index.ts";
import type { Target } from "../../contract/target.ts";
import type { Project } from "../project/project.ts";

/** The sidecars and resources of an app, and what could not be found of them. */
export interface SideFiles {
  readonly files: readonly PackagedFile[];
  readonly problems: readonly string[];
}

/** @param isUniversal of the sidecars, those for both of a Mac's processors */
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
      problems.push(`framework.bundle.${field}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  const files = [
    ...(externalBin ?? []).flatMap((path) =>
      attempt("externalBin", () => findSidecars(configFolder, [path], target, isUniversal)),
    ),
    ...attempt("resources", () =>
      findResources(configFolder, resources, (path) => problems.push(emptyFolderNote("resources", path))),
    ),
  ];
  return { files, problems };
}

/**
 * Puts sidecars and resources where an app that was not installed looks for them: into the folder of its executable, as
 * packages do. They are copies, because a link would lead out of that folder, which scopes do not permit.
 */
export async function placeFiles(files: readonly PackagedFile[], folder: string): Promise<void> {
  for (const file of files) await place(file, folder);
}

async function place({ path, source, executable }: PackagedFile, folder: string): Promise<void> {
  if (typeof source !== "string") throw new Error(`Cannot copy "${path}": it must be a file`);
  const target = join(folder, path);
  const [wanted, present] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  // What takes a file's place may be older than it: out of an archive, or by `cp -p`. Not each disk keeps more than milliseconds.
  if (present?.size === wanted.size && Math.abs(present.mtimeMs - wanted.mtimeMs) < 1) return;
  await mkdir(dirname(target), { recursive: true });
  // A program that runs cannot be written to, but another can take its name.
  await rm(target, { force: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  if (executable) await chmod(target, 0o755);
  await utimes(target, wanted.atime, wanted.mtimeMs / 1000);
}
