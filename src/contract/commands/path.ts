import * as v from "valibot";
import { command } from "./command.ts";
import { baseDirectories } from "../paths.ts";

const path = v.strictObject({ path: v.string() });
const paths = v.strictObject({ paths: v.array(v.string()) });

export const pathCommands = {
  "path.baseDirectory": command<string>()(
    "path.all",
    v.strictObject({ dir: v.picklist(baseDirectories) }),
  ),
  "path.resolveResource": command<string>()("path.all", path),
  "path.resolve": command<string>()("path.all", paths),
  "path.join": command<string>()("path.all", paths),
  "path.normalize": command<string>()("path.all", path),
  "path.dirname": command<string>()("path.all", path),
  "path.extname": command<string>()("path.all", path),
  "path.basename": command<string>()(
    "path.all",
    v.strictObject({ path: v.string(), ext: v.nullish(v.string()) }),
  ),
  "path.isAbsolute": command<boolean>()("path.all", path),
} as const;
