import { relative } from "node:path";
import { isTaken, refuseOutside, writeOver } from "../project/inside.ts";
import { UserError, type Terminal } from "../terminal.ts";

/** A project that was made. Paths are absolute. */
interface NewProject {
  readonly folder: string;
  /** In the order in which they were written. */
  readonly files: readonly string[];
  /** The commands that follow, for the project's folder. */
  readonly next: readonly string[];
}

/** The command that enters a project's folder; none in the folder itself. */
export function enterFolder({ cwd }: Terminal, folder: string): string[] {
  const place = relative(cwd, folder);
  return place === "" ? [] : [`cd ${/\s/.test(place) ? JSON.stringify(place) : place}`];
}

/** The result of `framework init --json`. */
export function newProjectJson({ folder, files, next }: NewProject): string {
  return `${JSON.stringify({ folder, files, next }, null, 2)}\n`;
}

/**
 * Writes the files of a new project, and prints the path of each.
 * @param isForced overwrite existing files
 * @throws UserError naming the files that exist, or that a link would put outside of the folder
 */
export function writeNew(
  terminal: Terminal,
  files: ReadonlyMap<string, string | Uint8Array>,
  folder: string,
  isForced: boolean,
): void {
  const there = [...files.keys()].filter(isTaken);
  if (there.length > 0 && !isForced) {
    const names = there.map((file) => relative(folder, file)).join(", ");
    throw new UserError(`Cannot write ${names}: use --force to overwrite existing files`);
  }
  refuseOutside(folder, files.keys());
  for (const [file, content] of files) {
    writeOver(file, content);
    terminal.out(`wrote ${relative(folder, file)}\n`);
  }
}
