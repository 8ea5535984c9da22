import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

// The actions of macOS for an opened file: most are shown in a program, some are run, installed or
// mounted, and some refer to others. So an expression that admits files opens less than it admits.

/**
 * Extensions of files that Finder runs, installs or mounts, and of files that refer to others.
 * Source: the types that Terminal, Installer, System Settings, Automator and DiskImageMounter
 * declare, and Gatekeeper's list of unsafe ones (XProtect's LSQuarantine risk categories).
 */
const run = new Set(
  `action afploc alias app appex applescript automator bash bundle caction cdr command component configprofile csh
  dmg dext fileloc ftploc img inetloc iso jar jnlp kext ksh mailloc mdimporter mobileconfig mpkg osax php pkg pl plugin
  prefpane provisionprofile py pyc pyw qlgenerator rb saver savedsearch scpt scptd service sh shortcut sparsebundle
  sparseimage systemextension tcsh term terminal tool url vncloc webloc wflow workflow xip zsh`.split(
    /\s+/,
  ),
);

/** The reason why macOS must not open an address that an expression admits; `null`: it may. */
export function whyNotOpenedOnMac(address: string): string | null {
  if (!/^file:/i.test(address)) return null;
  let path: string;
  try {
    path = fileURLToPath(address, { windows: false });
  } catch {
    return "it must be the address of a file of this machine";
  }
  const places = new Set([path, whatIsThere(path)]);
  for (const place of places) {
    const ending = posix.extname(place).slice(1).toLowerCase();
    if (run.has(ending))
      return `it must be nothing that macOS runs, mounts or follows, as ".${ending}" is; give programs an entry in framework.allowlist.shell.scope`;
    if (ending === "" && isProgram(place))
      return "it must be no program; give it an entry in framework.allowlist.shell.scope";
  }
  return isAlias(path) ? "it must be no alias" : null;
}

/** The target of links; a missing file opens nothing. */
function whatIsThere(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Terminal runs an executable file without an extension. */
function isProgram(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
}

/** An alias: a file with which Finder refers to another one. */
function isAlias(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const head = Buffer.alloc(12);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return false; // opening it fails in the same way
  }
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString("latin1", 0, 4) === "book" && head.toString("latin1", 8, 12) === "mark";
}
