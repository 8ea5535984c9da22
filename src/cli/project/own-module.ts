import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ownModule } from "../build/compile/entry.ts";
import { UserError } from "../terminal.ts";

/**
 * Refuses own code under another name: the app would start without its commands.
 * @throws UserError naming the file
 */
export function refuseMisnamedModule(configFolder: string): void {
  if (existsSync(join(configFolder, ownModule))) return;
  const misnamed = readdirSync(configFolder).find((name) =>
    /^main\.(?:[cm]?[jt]s|[jt]sx)$/i.test(name),
  );
  if (misnamed === undefined) return;
  throw new UserError(
    `Cannot use "${basename(configFolder)}/${misnamed}" as the app's own code: rename it to "${ownModule}", which may hold JavaScript as well`,
  );
}
