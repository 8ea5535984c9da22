import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { RegistryText } from "../../../contract/host/windows-calls.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { refuse } from "./archive.ts";
import { backupName } from "./beside.ts";
import type {
  InstalledApp,
  Installer,
  InstallFailure,
  SystemInstallation,
  Verified,
} from "./installation.ts";
import { filesIn } from "./files-in.ts";
import { takeInstaller, type InstallerKind } from "./installer-file.ts";
import {
  copyBeside,
  countTry,
  exportRegistry,
  forget,
  isKept,
  restoredAfterEnd,
} from "./windows-kept.ts";
import { afterEnd, failureOf, installerRun, type RunPlaces, type Setup } from "./windows-run.ts";
import { startWaiter } from "./windows-waiter.ts";

// Only an installer may change an app that an installer has put on a Windows machine: files of all
// users do not belong to us, and a running program cannot be overwritten. So the app puts the next
// installer into its private folder, starts a small program that waits for the app's end, and ends.
// That program runs the installer and starts the app again, whatever the result is. The next start
// reports the result of the installer.
//
// If the installer used a folder of the user, the app keeps a copy beside that folder before, and
// can restore it. A folder of all users would need an administrator's rights again, and no user has
// agreed to that.

// Several processes may do so at once, and more than one installation has the same private folder.
// So the files of a run have their own name, with the endings that Windows needs:
//
//   update-1f3a9c20.exe, .msi   the installer
//   update-1f3a9c20.txt         its exit code
//   update-5b7710ce.cmd         lines for cmd.exe, named after their content, so no process changes a file that another one reads

const endings: Readonly<Record<InstallerKind, string>> = { nsis: ".exe", msi: ".msi" };
/** The file name that the elevated task expects (`bundler/windows/msi/update-task.ts`). */
const taskInstaller = "update.msi";

/**
 * @throws FrameworkError `unavailable`, with the alternative, if no installer of the app has put it
 * there
 */
export function installedProgram({
  launch,
  host,
  config,
  folders,
}: InstalledApp): SystemInstallation {
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
  const places = (run: string): RunPlaces => ({
    folder,
    result: win32.join(folder, `${run}.txt`),
    windows,
  });
  const installed = win32.dirname(executable);
  const isOfUser = setup.kind === "nsis" && setup.root === "user";
  const writeRegistry = (file: string) =>
    exportRegistry(`HKCU\\${uninstallKey(identifier)}`, file, windows);
  return {
    kind: "left",
    place: installed.toLowerCase(),
    folder,
    seeds: () => filesIn(installed),
    prepare: async (verified) => {
      const run = `update-${randomBytes(4).toString("hex")}`;
      const installer = win32.join(folder, `${run}${endings[setup.kind]}`);
      await writeInstaller(verified, installer, setup);
      const task = taskOf(setup, config);
      const how = installerRun(setup, { installer, task, ...config.framework.updater.windows });
      const start = async (): Promise<void> => {
        if (task !== null) renameSync(installer, win32.join(folder, taskInstaller));
        await startWaiter(afterEnd(places(run), how), launch, windows);
      };
      try {
        const copy = isOfUser ? await copyBeside(installed, writeRegistry) : null;
        return new ReadyInstaller({ installer, run, copy, installed, start });
      } catch (error) {
        rmSync(installer, { force: true });
        throw error;
      }
    },
    async restore(backup) {
      countTry(backup, installed);
      await startWaiter(restoredAfterEnd(backup, installed, folder), launch, windows);
    },
    isKept,
    failureOf: (run) => readFailure(places(run).result, setup.kind),
    async forget({ backup, run }) {
      const isOfRun = (name: string): boolean => run !== undefined && name.startsWith(`${run}.`);
      const isOfTask = (name: string): boolean => setup.kind === "msi" && name === taskInstaller;
      for (const name of readdirSync(folder))
        if (isOfRun(name) || isOfTask(name) || isLeftOver(folder, name))
          await rm(win32.join(folder, name), { force: true });
      if (backup !== null) await forget(backup);
    },
  };
}

/**
 * True if a file is so old that no run needs it any more. The process that wrote it has ended
 * without a report.
 */
function isLeftOver(folder: string, name: string): boolean {
  if (!/^update(-[0-9a-f]{8})?\.(exe|msi|txt|cmd(\.\d+)?)$/.test(name)) return false;
  const { mtimeMs = Infinity } =
    statSync(win32.join(folder, name), { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > day;
}

const day = 24 * 60 * 60_000;

function uninstallKey(identifier: string): string {
  return `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
}

/** The installer that put the app into a folder. `null`: none. */
function findSetup(registryText: RegistryText, identifier: string, folder: string): Setup | null {
  const isHere = (found: string | null): boolean =>
    found !== null && found.replace(/\\+$/, "").toLowerCase() === folder.toLowerCase();
  const uninstall = uninstallKey(identifier);
  for (const root of ["user", "machine"] as const)
    if (isHere(registryText(root, uninstall, "InstallLocation"))) return { kind: "nsis", root };
  const isMsi = isHere(registryText("machine", `Software\\${identifier}`, "InstallDir"));
  return isMsi ? { kind: "msi", root: "machine" } : null;
}

/** The task of the Windows scheduler that installs without a question. `null`: there is none. */
function taskOf({ kind }: Setup, { framework: { bundle } }: ResolvedConfig): string | null {
  const hasTask = kind === "msi" && bundle.windows.wix.enableElevatedUpdateTask;
  return hasTask ? `${bundle.identifier} update` : null;
}

async function writeInstaller(verified: Verified, path: string, { kind }: Setup): Promise<void> {
  try {
    mkdirSync(win32.dirname(path), { recursive: true });
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
    // The two installers do not know each other, so the app would be installed twice.
    if (found !== kind)
      throw refuse(`it is ${output[found]}, and the app was installed by ${output[kind]}`);
  } catch (error) {
    rmSync(path, { force: true });
    throw failure("write", path, error);
  }
}

const output = { nsis: "a script installer", msi: "a package of Windows Installer" } as const;

interface Ready {
  readonly installer: string;
  readonly run: string;
  /** The copy of the installed files. `null`: there is none. */
  readonly copy: string | null;
  /** The folder of the installation. */
  readonly installed: string;
  readonly start: () => Promise<void>;
}

class ReadyInstaller implements Installer {
  readonly backup: string | null;
  readonly run: string;
  readonly #ready: Ready;
  #isStarted = false;

  constructor(ready: Ready) {
    this.#ready = ready;
    this.run = ready.run;
    this.backup = ready.copy === null ? null : backupName(ready.installed);
  }

  async start(backup: string | null): Promise<void> {
    const { copy, installed, start } = this.#ready;
    const isThere = backup === null || isKept(backup);
    try {
      if (!isThere && copy !== null) {
        await forget(backup);
        renameSync(copy, backup);
      }
      await start();
    } catch (error) {
      if (!isThere) await forget(backup);
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

function readFailure(result: string, kind: InstallerKind): InstallFailure | null {
  let text: string;
  try {
    text = readFileSync(result, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw failure("read", result, error);
  }
  return failureOf(Number(text), kind);
}
