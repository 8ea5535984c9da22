import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FrameworkError } from "../../../contract/errors.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { newName, removeUnfinished } from "./beside.ts";
import { windowsProgram, type AfterEnd } from "./windows-waiter.ts";

// What an installer has put into a folder of the user's is kept beside that folder before the next
// installer changes it:
//
//   app            the files
//   uninstall.reg  what Windows knows of it: its version, and how it is removed
//   failed         while it is put back, the version that did not start
//   refused        it could not be put back
//   tries          a byte for each time that it was to be put back
//
// Installers write over files in place, so copies are kept, and no second names.

const [appName, registryName, failedName, refusedName] = [
  "app",
  "uninstall.reg",
  "failed",
  "refused",
];
const triesName = "tries";

/** More than one: two starts may want it at the same time. */
const maxTries = 3;

/**
 * Copies an app that is installed to a place beside it.
 * @param writeRegistry writes what Windows knows of it into a file
 * @returns the copy, which goes away when another update begins unless it is given another name;
 *   `null`: it can be put nowhere, because the user may not write there
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

/** Makes a folder; `false`: the user may not. */
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
  await promisify(execFile)(windowsProgram(windows, "reg.exe"), ["export", key, file, "/y"]);
}

/**
 * Whether there is still something to put back: it goes to its place, or somebody has removed it.
 */
export function isKept(backup: string): boolean {
  return existsSync(join(backup, appName));
}

/**
 * Counts that it is to be put back. The app is started again afterwards, whatever comes of it: what
 * could not be counted would be tried for ever.
 * @throws FrameworkError `io` when it cannot be put back, or was to be too often
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

/** Removes what was kept. What has just ended may be in use for a moment. */
export function forget(backup: string): Promise<void> {
  return rm(backup, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

// The folder is in use until the app has ended whole, and what looks through new files has let go
// of it: 30 tries, one a second. `ping` is how cmd.exe waits for a second. Both names are changed
// on one disk, one after the other. Source: move /?, ping /?, reg import /?.
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
 * Has what was kept put back once the app has ended.
 * @throws FrameworkError `io` when that was tried already
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
