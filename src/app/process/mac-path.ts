import { delimiter } from "node:path/posix";

/** The PATH of an app that Finder or the Dock opens: no shell has extended it. */
const bare = "/usr/bin:/bin:/usr/sbin:/sbin";

/**
 * The PATH of an app. When Finder opened the app, it is the initial PATH of a login shell: the
 * folders in the system's lists, where installers register their programs. The additions of a
 * user's own shell would need running it, which is slow and has unknown effects. Source:
 * path_helper(8).
 *
 * @param path of the environment
 * @param lists returns the texts of `/etc/paths` and of the files in `/etc/paths.d`, one folder per
 * line
 */
export function programPath(path: string | undefined, lists: () => readonly string[]): string {
  if (path !== undefined && path !== bare) return path;
  const listed = lists()
    .flatMap((text) => text.split("\n"))
    .filter((folder) => folder.startsWith("/"));
  return [...new Set([...listed, ...bare.split(delimiter)])].join(delimiter);
}
