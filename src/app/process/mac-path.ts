import { delimiter } from "node:path/posix";

/** What the system gives an app that Finder or the Dock opens: no shell has had a say in it. */
const bare = "/usr/bin:/bin:/usr/sbin:/sbin";

/**
 * Where an app looks for programs. One that is opened from Finder looks where a login shell begins
 * to: in the folders that the system lists, by which installers make their programs known. What a
 * user's own shell adds is only known by running it, which takes long, and what it does, nobody
 * knows. Source: path_helper(8).
 *
 * @param path of the environment
 * @param lists gives the texts of `/etc/paths` and of the files in `/etc/paths.d`, a folder a line
 */
export function programPath(path: string | undefined, lists: () => readonly string[]): string {
  if (path !== undefined && path !== bare) return path;
  const listed = lists()
    .flatMap((text) => text.split("\n"))
    .filter((folder) => folder.startsWith("/"));
  return [...new Set([...listed, ...bare.split(delimiter)])].join(delimiter);
}
