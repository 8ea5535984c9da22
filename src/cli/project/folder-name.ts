import { sep } from "node:path";
import { UserError } from "../terminal.ts";

// In the path of a module Bun treats "?" as the beginning of a query, and "\" as a separator on
// every system. All other characters work, including line ends and control characters.

/**
 * Refuses a project folder in which Bun would not find modules.
 * @throws UserError naming the folder and the character
 */
export function refuseFolderName(folder: string): void {
  const character = /[?\\]/.exec(sep === "/" ? folder : "")?.[0];
  if (character === undefined) return;
  throw new UserError(
    `Cannot work in "${folder}": Bun, which runs and compiles the app, finds no module in a folder with "${character}" in its path; rename the folder, or move the project`,
  );
}
