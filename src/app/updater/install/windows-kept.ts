import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FrameworkError } from "../../../contract/errors.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { newName, removeUnfinished } from "./beside.ts";
import { windowsProgram, type AfterEnd } from "./windows-waiter.ts";

// The files that an installer has put into a folder of the user are kept beside that folder before
// the next installer changes it:
//
//   app            the files
//   uninstall.reg  the registry entries of it: its version, and its removal
//   failed         while it is put back, the version that did not start
//   refused        the restore failed
//   tries          a byte for each attempt to put it back
//
// Installers write over files in place, so the backup holds copies and no hard links.

const [appName, registryName, failedName, refusedName] = [
  "app",
  "uninstall.reg",
  "failed",
  "refused",
];
const triesName = "tries";

/** More than one, because two starts may want it at the same time. */
const maxTries = 3;

/**
 * Copies an app that is installed to a place beside it.
 * @param writeRegistry writes the registry entries of the app into a file
 * @returns the copy, which goes away when another update begins unless it is given another name.
 *   `null`: there is no place for it, because the user may not write there
 * @throws FrameworkError `io`
 */
export async function copyBeside(
  folder: string,
  writeRegistry: (file: string) => Promise<void>,
): Promise<string | null> {
  const made = newName(folder);
  try {
    removeUnfinished(folder);
    if (!mayMake(made)) return null;
    await cp(folder, join(made, appName), { recursive: true });
    await writeRegistry(join(made, registryName));
    return made;
  } catch (error) {
    await forget(made);
    throw failure("keep", folder, error);
  }
}

/** Makes a folder. `false`: the user may not. */
function mayMake(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM"].includes(systemCode(error) ?? "")) return false;
    throw error;
  }
}

/**
 * Writes a key of the registry, and all in it, into a file.
 * @param key as `reg.exe` names it
 * @param windows Windows' own folder
 * @throws Error
 */
export async function exportRegistry(key: string, file: string, windows: string): Promise<void> {
  const reg = windowsProgram(windows, "reg.exe");
  await promisify(execFile)(reg, ["export", key, file, "/y"], { windowsHide: true });
}

/**
 * True if there is still a backup. It is gone after it was put into its place, or after it was
 * removed.
 */
export function isKept(backup: string): boolean {
  return existsSync(join(backup, appName));
}

/**
 * Counts an attempt to restore it. The app is started again afterwards, whatever the result is, so
 * an uncounted attempt would be repeated for ever.
 * @throws FrameworkError `io` if it cannot be put back, or after too many attempts
 */
export function countTry(backup: string, folder: string): void {
  const action = `Cannot put back "${folder}"`;
  if (!isKept(backup))
    throw new FrameworkError("io", `${action}: "${backup}" does not hold it any more`);
  const tries = join(backup, triesName);
  try {
    appendFileSync(tries, ".");
  } catch (error) {
    throw failure("write", tries, error);
  }
  if (statSync(tries).size > maxTries)
    throw new FrameworkError("io", `${action}: it was tried ${maxTries} times`);
}

/** Removes the backup. A program that has just ended may be in use for a moment. */
export function forget(backup: string): Promise<void> {
  return rm(backup, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

// The folder is in use until the app has ended completely and programs that scan new files have
// released it: 30 attempts, one a second. `ping` is the way in which cmd.exe waits for a second.
// Both renames are on one disk, one after the other. Source: move /?, ping /?, reg import /?.
const lines = [
  'if not exist "!FRAMEWORK_UPDATE_KEPT!" goto start',
  'set "FRAMEWORK_UPDATE_TRIES=30"',
  ":again",
  'move "!FRAMEWORK_UPDATE_FOLDER!" "!FRAMEWORK_UPDATE_FAILED!" <nul >nul 2>nul',
  'if not exist "!FRAMEWORK_UPDATE_APP!" goto free',
  "set /a FRAMEWORK_UPDATE_TRIES-=1 >nul",
  'if "!FRAMEWORK_UPDATE_TRIES!"=="0" goto refused',
  '"!SystemRoot!\\System32\\ping.exe" -n 2 127.0.0.1 <nul >nul 2>nul',
  "goto again",
  ":free",
  'move "!FRAMEWORK_UPDATE_KEPT!" "!FRAMEWORK_UPDATE_FOLDER!" <nul >nul 2>nul',
  'if not exist "!FRAMEWORK_UPDATE_KEPT!" goto registry',
  'move "!FRAMEWORK_UPDATE_FAILED!" "!FRAMEWORK_UPDATE_FOLDER!" <nul >nul 2>nul',
  ":refused",
  '>"!FRAMEWORK_UPDATE_RESULT!" echo refused',
  "goto start",
  ":registry",
  '"!SystemRoot!\\System32\\reg.exe" import "!FRAMEWORK_UPDATE_REGISTRY!" <nul >nul 2>nul',
  ":start",
];

/**
 * Restores the backup once the app has ended.
 * @throws FrameworkError `io` if that was tried already
 */
export function restoredAfterEnd(backup: string, installed: string, folder: string): AfterEnd {
  const refused = join(backup, refusedName);
  if (existsSync(refused))
    throw new FrameworkError(
      "io",
      `Cannot put back "${installed}": another program has a file of it open`,
    );
  return {
    folder,
    lines,
    values: {
      FRAMEWORK_UPDATE_FOLDER: installed,
      FRAMEWORK_UPDATE_KEPT: join(backup, appName),
      FRAMEWORK_UPDATE_FAILED: join(backup, failedName),
      FRAMEWORK_UPDATE_REGISTRY: join(backup, registryName),
      FRAMEWORK_UPDATE_RESULT: refused,
    },
  };
}
