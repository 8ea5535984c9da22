import { sep } from "node:path";
import { UserError } from "../terminal.ts";

// In the path of a module Bun takes "?" for the beginning of a query, and "\" for a separator on
// every system. All other characters work, line ends and control characters included.

/**
 * Refuses the folder of a project whose modules Bun would not find.
 * @throws UserError naming the folder and the character
 */
export function refuseFolderName(folder: string): void {
  const character = /[?\\]/.exec(sep === "/" ? folder : "")?.[0];
  if (character === undefined) return;
  throw new UserError(
    `Cannot work in "${folder}": Bun, which runs and compiles the app, finds no module in a folder with "${character}" in its path; rename the folder, or move the project`,
  );
}
