import { basename, delimiter, dirname, isAbsolute, resolve, win32 } from "node:path";
import type { Environment } from "../../process/environment.ts";
import type { Disk } from "../scope/open/disk.ts";

/**
 * The file of a program that the configuration names: its path, or its name in a folder of PATH.
 * `null`: there is none.
 */
export type FindProgram = (cmd: string) => string | null;

/** The places in which a program is sought: each of the names in each of the folders. */
export interface ProgramPlaces {
  readonly folders: readonly string[];
  readonly names: readonly string[];
}

/** The places for a program that the configuration names. */
export type PlacesOfProgram = (cmd: string) => ProgramPlaces;

/** Finds programs by the rules of POSIX. */
export const findProgram: FindProgram = (cmd) => {
  if (isAbsolute(cmd)) return cmd;
  return cmd.includes("/") ? resolve(cmd) : Bun.which(cmd, { PATH: process.env["PATH"] ?? "" });
};

/** The places by the rules of POSIX. */
export const programPlaces: PlacesOfProgram = (cmd) => {
  if (cmd.includes("/")) return { folders: [dirname(resolve(cmd))], names: [basename(cmd)] };
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return { folders: folders.map((folder) => resolve(folder)), names: [cmd] };
};

/** The files that Windows can run directly. */
const endings = [".com", ".exe", ".bat", ".cmd"];

/**
 * The absolute path with its extension: by itself, Windows would try unintended names, and search
 * the folder of the app and the current one first.
 */
export function findWindowsProgram(cmd: string, env: Environment, disk: Disk): string | null {
  const { folders, names } = windowsProgramPlaces(cmd, env);
  for (const folder of folders)
    for (const name of names) {
      const file = win32.join(folder, name);
      if (isFile(file, disk)) return file;
    }
  return null;
}

/** The places by the rules of Windows, in the order in which they are tried. */
export function windowsProgramPlaces(cmd: string, env: Environment): ProgramPlaces {
  const tried = endings.some((ending) => cmd.toLowerCase().endsWith(ending)) ? [""] : endings;
  const isPath = /[\\/:]/.test(cmd);
  const path = isPath ? win32.resolve(cmd) : cmd;
  return {
    folders: isPath ? [win32.dirname(path)] : foldersOfPath(env),
    names: tried.map((ending) => win32.basename(path) + ending),
  };
}

/** Relative ones would depend on the working directory. */
function foldersOfPath(env: Environment): readonly string[] {
  // Windows ignores the case of variables.
  const name = Object.keys(env).find((each) => each.toUpperCase() === "PATH");
  const folders = (name === undefined ? undefined : env[name])?.split(";") ?? [];
  return folders
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => /^(?:[a-z]:[\\/]|\\\\)/i.test(folder));
}

function isFile(path: string, disk: Disk): boolean {
  try {
    const { kind } = disk.lstat(path);
    return kind === "file" || kind === "link";
  } catch {
    return false;
  }
}
