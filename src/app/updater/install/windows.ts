import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { RegistryRoot, RegistryText } from "../../../contract/windows-calls.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { refuse } from "./archive.ts";
import type { InstalledApp, Installer, SystemInstallation, Verified } from "./installation.ts";
import { filesIn } from "./files-in.ts";
import { takeInstaller, type InstallerKind } from "./installer-file.ts";
import { installerRun, reasonOf, startWaiter, type WaiterPlaces } from "./windows-waiter.ts";

// What an installer has put on a Windows machine, only an installer may change: files of all users are not ours, and a
// program that runs cannot be written over. So the app puts the next installer into its private folder, starts a small
// program that waits for the app's end, and ends. That program runs the installer and starts the app again, whatever came
// of it; how the installer ended is told then.

/** The name that the elevated task knows it by (`bundler/windows/msi/update-task.ts`). */
const names: Readonly<Record<InstallerKind, string>> = { nsis: "update.exe", msi: "update.msi" };

/** How the app was put there. */
export interface Setup {
  readonly kind: InstallerKind;
  /** For whom. */
  readonly root: RegistryRoot;
}

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
  const places: WaiterPlaces = {
    script: win32.join(folder, "update.cmd"),
    result: win32.join(folder, "result.txt"),
    system: host.env["SystemRoot"] ?? "C:\\Windows",
  };
  return {
    kind: "left",
    place: win32.dirname(executable).toLowerCase(),
    folder,
    seeds: () => filesIn(win32.dirname(executable)),
    prepare: async (verified) => {
      const installer = win32.join(folder, names[setup.kind]);
      await writeInstaller(verified, installer, setup);
      const { windows } = config.framework.updater;
      const task = taskOf(setup, config);
      return new ReadyInstaller(installer, () =>
        startWaiter(places, installerRun(setup, { installer, task, ...windows }), launch),
      );
    },
    takeFailure: () => takeFailure(places.result, setup.kind),
    forget: () => rm(win32.join(folder, names[setup.kind]), { force: true }),
  };
}

/** By which installer the app in a folder was put there; `null`: by none. */
function findSetup(registryText: RegistryText, identifier: string, folder: string): Setup | null {
  const isHere = (found: string | null): boolean =>
    found !== null && found.replace(/\\+$/, "").toLowerCase() === folder.toLowerCase();
  const uninstall = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${identifier}`;
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

class ReadyInstaller implements Installer {
  readonly #path: string;
  readonly #start: () => Promise<void>;
  #isStarted = false;

  constructor(path: string, start: () => Promise<void>) {
    this.#path = path;
    this.#start = start;
  }

  async start(): Promise<void> {
    await this.#start();
    this.#isStarted = true;
  }

  [Symbol.dispose](): void {
    if (!this.#isStarted) rmSync(this.#path, { force: true });
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
