import { leadingVariable } from "../../contract/patterns/path-pattern.ts";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { BaseDirectories } from "./base-directories.ts";

/**
 * A program of `framework.allowlist.shell.scope` with its variable replaced; `null`: this system
 * has no folder for it.
 *
 * @throws Error for an unknown variable
 */
export function namedProgram(cmd: string, folders: BaseDirectories): string | null {
  const variable = variableOf(cmd);
  if (variable === null) return cmd;
  const folder = folders[variable];
  return folder === null ? null : folder + cmd.slice(`$${variable}`.length);
}

function variableOf(cmd: string): BaseDirectoryName | null {
  try {
    return leadingVariable(cmd);
  } catch (cause) {
    throw new Error(
      `Cannot run "${cmd}" of framework.allowlist.shell.scope: it ${(cause as Error).message}`,
      { cause },
    );
  }
}
