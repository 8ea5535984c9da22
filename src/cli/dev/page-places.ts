import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, relative, sep } from "node:path";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { sourceDirectory } from "../../config/read/find.ts";
import { isolationFolder } from "../build/app-spec.ts";
import type { FrontEnd } from "../project/front-end.ts";
import type { Project } from "../project/project.ts";
import { UserError } from "../terminal.ts";

/**
 * Refuses to serve folders and files outside of the project: a page without any flag could read the
 * user's documents there, and send them away.
 * @throws UserError naming the first one
 */
export function refusePagesOutside(project: Project, front: FrontEnd, home = homedir()): void {
  const isolation = isolationFolder(project);
  const pages =
    front.kind === "folder" ? [front.folder] : front.kind === "files" ? front.files : [];
  const places = [
    ...pages.map((path) => ["build.devPath", path] as const),
    ...(isolation === null ? [] : [["framework.pattern.options.dir", isolation] as const]),
  ];
  const roots = projectFolders(project, home);
  for (const [field, path] of places) {
    if (!existsSync(path)) continue;
    const real = realpathSync(path);
    if (roots.some((root) => isWithin(real, root))) continue;
    const where = real === path ? `"${path}"` : `"${path}", which leads to "${real}",`;
    throw new UserError(
      `Cannot serve ${field}: ${where} must be in the project, "${roots[0]}"; move it there, or serve it with a server ` +
        "of your own and name that one's address in build.devPath",
    );
  }
}

/**
 * The project's folders: the repository, the front end's folder, those of the configuration. Never
 * the user's home.
 */
function projectFolders({ configFolder, frontEndFolder }: Project, home: string): string[] {
  const repository = nearestAbove(configFolder, ".git");
  const own = basename(configFolder) === sourceDirectory ? dirname(configFolder) : configFolder;
  const around = [frontEndFolder, ...(repository === null ? [] : [dirname(repository)])];
  const user = existsSync(home) ? realpathSync(home) : home;
  return [
    own,
    ...around.map((folder) => realpathSync(folder)).filter((folder) => !isWithin(user, folder)),
  ];
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
