import { FrameworkError } from "../../contract/errors.ts";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import { resourcePath } from "../../contract/shipped/resource-path.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import { pathsOf, type PathRules } from "../paths/dialect.ts";

/** The handlers of the path module: text only, without access to the disk. */
export const pathHandlers: Handlers<"path"> = {
  // With a separator at its end, so that a name can be appended.
  "path.baseDirectory": ({ dir }, context) => withSeparator(folder(dir, context), rules(context)),
  "path.resolveResource": ({ path }, context) =>
    rules(context).join(folder("RESOURCE", context), resourcePath(path)),
  "path.resolve": ({ paths }, context) => rules(context).resolve(...paths),
  "path.join": ({ paths }, context) => rules(context).join(...paths),
  "path.normalize": ({ path }, context) => rules(context).normalize(path),
  "path.dirname": ({ path }, context) => rules(context).dirname(path),
  "path.extname": ({ path }, context) => rules(context).extname(path).slice(1),
  "path.basename": ({ path, ext }, context) => rules(context).basename(path, ext ?? undefined),
  "path.isAbsolute": ({ path }, context) => rules(context).isAbsolute(path),
};

function rules({ services }: CommandContext): PathRules {
  return pathsOf(services.host.system);
}

function withSeparator(path: string, { sep }: PathRules): string {
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
