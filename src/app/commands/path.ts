import { basename, dirname, extname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { FrameworkError } from "../../contract/errors.ts";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import { resourcePath } from "../../contract/shipped/resource-path.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";

/** The handlers of the path module: text only, nothing is looked up on the disk. */
export const pathHandlers: Handlers<"path"> = {
  // With a separator at its end, so that a name can be put right behind it.
  "path.baseDirectory": ({ dir }, context) => withSeparator(folder(dir, context)),
  "path.resolveResource": ({ path }, context) => join(folder("RESOURCE", context), resourcePath(path)),
  "path.resolve": ({ paths }) => resolve(...paths),
  "path.join": ({ paths }) => join(...paths),
  "path.normalize": ({ path }) => normalize(path),
  "path.dirname": ({ path }) => dirname(path),
  "path.extname": ({ path }) => extname(path).slice(1),
  "path.basename": ({ path, ext }) => basename(path, ext ?? undefined),
  "path.isAbsolute": ({ path }) => isAbsolute(path),
};

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

function folder(dir: BaseDirectoryName, { services }: CommandContext): string {
  const path = services.baseDirectories[dir];
  if (path !== null) return path;
  throw new FrameworkError(
    "unavailable",
    `Cannot find the folder of "${dir}": this system, user or app has none`,
  );
}
