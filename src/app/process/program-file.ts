import { isAbsolute, resolve, win32 } from "node:path";
import type { Environment } from "../../process/environment.ts";
import type { Disk } from "../scope/open/disk.ts";

/**
 * The file of a program that the configuration names: its path, or its name in a folder of PATH.
 * `null`: there is none.
 */
export type FindProgram = (cmd: string) => string | null;

/** Finds programs by the rules of POSIX. */
export const findProgram: FindProgram = (cmd) => {
  if (isAbsolute(cmd)) return cmd;
  return cmd.includes("/") ? resolve(cmd) : Bun.which(cmd, { PATH: process.env["PATH"] ?? "" });
};

/** The files that Windows can run directly. */
const endings = [".com", ".exe", ".bat", ".cmd"];

/**
 * The absolute path with its extension: by itself, Windows would try unintended names, and search
 * the folder of the app and the current one first.
 */
export function findWindowsProgram(cmd: string, env: Environment, disk: Disk): string | null {
  const tried = endings.some((ending) => cmd.toLowerCase().endsWith(ending)) ? [""] : endings;
  const places = /[\\/:]/.test(cmd)
    ? [win32.resolve(cmd)]
    : foldersOfPath(env).map((folder) => win32.join(folder, cmd));
  for (const place of places)
    for (const ending of tried) if (isFile(place + ending, disk)) return place + ending;
  return null;
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
