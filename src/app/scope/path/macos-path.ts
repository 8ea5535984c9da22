import { PathProblem } from "../../paths/path-problem.ts";
import { comparable } from "./letter-case.ts";

// The special names of macOS' kernel, by which one file has more paths than its own. None is of use
// to a page:
//
//   /.vol/<device>/<number>/…      a file by its number
//   /.nofollow/…  /.resolve/<n>/…  how the rest is looked up (macOS 15 and newer)
//   …/<file>/..namedfork/rsrc      another fork of a file
//
// Source: namei and lookup_handle_rsrc_fork in bsd/vfs/vfs_lookup.c of XNU.

const prefixes: readonly string[] = [".vol", ".nofollow", ".resolve"];
const fork = "..namedfork";

/** @throws PathProblem for a path that reaches a file other than by its names */
export function refuseSpecialNames(names: readonly string[]): void {
  const [first = "", ...rest] = names.map((name) => comparable(name, "macos"));
  const special = prefixes.includes(first) ? first : rest.find((name) => name === fork);
  if (special !== undefined)
    throw new PathProblem("bad-argument", `must not hold "${special}", which is no name of a file`);
}
