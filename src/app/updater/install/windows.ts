import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { RegistryText } from "../../../contract/windows-calls.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { refuse } from "./archive.ts";
import { backupName } from "./beside.ts";
import type { InstalledApp, Installer, SystemInstallation, Verified } from "./installation.ts";
import { filesIn } from "./files-in.ts";
import { takeInstaller, type InstallerKind } from "./installer-file.ts";
import { copyBeside, exportRegistry, forget, restoredAfterEnd } from "./windows-kept.ts";
import { afterEnd, installerRun, reasonOf, type RunPlaces, type Setup } from "./windows-run.ts";
import { startWaiter } from "./windows-waiter.ts";

// What an installer has put on a Windows machine, only an installer may change: files of all users are not ours, and a
// program that runs cannot be written over. So the app puts the next installer into its private folder, starts a small
// program that waits for the app's end, and ends. That program runs the installer and starts the app again, whatever came
// of it; how the installer ended is told then.
//
// What it has put into a folder of the user's, the app keeps beside that folder before, and can have put back. A folder of
// all users would want an administrator's rights once more, for which nobody has asked.

/** The name that the elevated task knows it by (`bundler/windows/msi/update-task.ts`). */
const names: Readonly<Record<InstallerKind, string>> = { nsis: "update.exe", msi: "update.msi" };

/** @throws FrameworkError `unavailable`, with what to do instead, when no installer of the app's has put it there */
export function installedProgram({ launch, host, config, folders }: InstalledApp): SystemInstallation {
  const { executable } = launch;
  const { identifier } = config.framework.bundle;
  const own = folders.APPLOCALDATA;
  const setup =
    own === null || host.registryText === null
      ? null
      : findSetup(host.registryText, identifier, win32.dirname(executable));
  if (own === null || setup === null) {
    throw new FrameworkError(
      "unavailable",
      `Cannot install an update: no installer has put "${executable}" there; replace it the way it was put there`,
    );
  }
  const folder = win32.join(own, "private", ".updates");
  const windows = host.env["SystemRoot"] ?? "C:\\Windows";
  const places: RunPlaces = {
    script: win32.join(folder, "update.cmd"),
    result: win32.join(folder, "result.txt"),
    windows,
  };
  const installed = win32.dirname(executable);
  const isOfUser = setup.kind === "nsis" && setup.root === "user";
  const writeRegistry = (file: string) => exportRegistry(`HKCU\\${uninstallKey(identifier)}`, file, windows);
  return {
    kind: "left",
    place: installed.toLowerCase(),
    folder,
    seeds: () => filesIn(installed),
    prepare: async (verified) => {
      const installer = win32.join(folder, names[setup.kind]);
      await writeInstaller(verified, installer, setup);
      const task = taskOf(setup, config);
      const run = installerRun(setup, { installer, task, ...config.framework.updater.windows });
      const start = () => startWaiter(afterEnd(places, run), launch, windows);
      try {
        const copy = isOfUser ? await copyBeside(installed, writeRegistry) : null;
        return new ReadyInstaller({ installer, copy, installed, start });
      } catch (error) {
        rmSync(installer, { force: true });
        throw error;
      }
    },
    restore: (backup) => startWaiter(restoredAfterEnd(backup, installed, places.script), launch, windows),
    takeFailure: () => takeFailure(places.result, setup.kind),
    async forget(backup) {
      await rm(win32.join(folder, names[setup.kind]), { force: true });
      if (backup !== null) await forget(backup);
    },
  };
}

function uninstallKey(identifier: string): string {
  return `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
}

/** By which installer the app in a folder was put there; `null`: by none. */
function findSetup(registryText: RegistryText, identifier: string, folder: string): Setup | null {
  const isHere = (found: string | null): boolean =>
    found !== null && found.replace(/\\+$/, "").toLowerCase() === folder.toLowerCase();
  const uninstall = uninstallKey(identifier);
  for (const root of ["user", "machine"] as const)
    if (isHere(registryText(root, uninstall, "InstallLocation"))) return { kind: "nsis", root };
  const isMsi = isHere(registryText("machine", `Software\\${identifier}`, "InstallDir"));
  return isMsi ? { kind: "msi", root: "machine" } : null;
}

/** The task of Windows' scheduler that installs without a question; `null`: there is none. */
function taskOf({ kind }: Setup, { framework: { bundle } }: ResolvedConfig): string | null {
  const hasTask = kind === "msi" && bundle.windows.wix.enableElevatedUpdateTask;
  return hasTask ? `${bundle.identifier} update` : null;
}

async function writeInstaller(verified: Verified, path: string, { kind }: Setup): Promise<void> {
  try {
    mkdirSync(win32.dirname(path), { recursive: true });
    rmSync(path, { force: true });
    const fd = openSync(path, "wx", 0o600);
    let found: InstallerKind;
    try {
      found = await takeInstaller(verified, (bytes) => {
        for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
      });
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    // The two know nothing of each other: the app would be there twice.
    if (found !== kind) throw refuse(`it is ${said[found]}, and the app was installed by ${said[kind]}`);
  } catch (error) {
    rmSync(path, { force: true });
    throw failure("write", path, error);
  }
}

const said = { nsis: "a script installer", msi: "a package of Windows Installer" } as const;

interface Ready {
  readonly installer: string;
  /** Of what is installed; `null`: there is none. */
  readonly copy: string | null;
  /** Where it is installed. */
  readonly installed: string;
  readonly start: () => Promise<void>;
}

class ReadyInstaller implements Installer {
  readonly backup: string | null;
  readonly #ready: Ready;
  #isStarted = false;

  constructor(ready: Ready) {
    this.#ready = ready;
    this.backup = ready.copy === null ? null : backupName(ready.installed);
  }

  async start(backup: string | null): Promise<void> {
    const { copy, installed, start } = this.#ready;
    const isKept = backup === null || existsSync(backup);
    try {
      if (!isKept && copy !== null) renameSync(copy, backup);
      await start();
    } catch (error) {
      if (!isKept) await forget(backup);
      throw failure("update", installed, error);
    }
    this.#isStarted = true;
  }

  [Symbol.dispose](): void {
    const { copy, installer } = this.#ready;
    if (copy !== null) rmSync(copy, { recursive: true, force: true });
    if (!this.#isStarted) rmSync(installer, { force: true });
  }
}

function takeFailure(result: string, kind: InstallerKind): string | null {
  let text: string;
  try {
    text = readFileSync(result, "utf8");
    rmSync(result);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw failure("read", result, error);
  }
  return reasonOf(Number(text), kind);
}
