import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import type { System } from "../../src/contract/target.ts";
import { registryText, type RegistryPlace } from "../../src/native/windows/registry.ts";
import { waitFor } from "../../src/testing/process/wait.ts";
import type { Parcel, Parcels, ParcelVersion } from "./parcels.ts";

/** Installs and removes an app as a user of this system does. */
export interface AppInstaller {
  /** The folder of the installation. */
  readonly place: string;
  /** The executable of the installed app. */
  readonly executable: string;
  /** Environment variables for the app. */
  readonly env: Readonly<Record<string, string>>;
  install(version: ParcelVersion): Promise<void>;
  isInstalled(version: ParcelVersion): boolean;
  /** @throws Error if files of the app remain */
  remove(): Promise<void>;
}

interface InstallerOptions {
  readonly parcel: Parcel;
  readonly parcels: Parcels;
  readonly place: string;
}

export function installerOf(system: System, options: InstallerOptions): AppInstaller {
  if (system === "linux") return new AppImageInstaller(options);
  return system === "windows" ? new WindowsInstaller(options) : new DiskImageInstaller(options);
}

/** Copies an AppImage into a folder, as its users do. */
class AppImageInstaller implements AppInstaller {
  readonly place: string;
  readonly executable: string;
  readonly env = { APPIMAGE_EXTRACT_AND_RUN: "1" };
  readonly #folder: string;

  constructor({ parcel, parcels, place }: InstallerOptions) {
    this.place = place;
    this.#folder = parcels.folder;
    this.executable = join(place, `${parcel.productName.replaceAll(" ", "-")}.AppImage`);
  }

  async install({ package: file }: ParcelVersion): Promise<void> {
    copyFileSync(join(this.#folder, file), this.executable);
    chmodSync(this.executable, 0o755);
  }

  isInstalled({ package: file }: ParcelVersion): boolean {
    return readFileSync(this.executable).equals(readFileSync(join(this.#folder, file)));
  }

  async remove(): Promise<void> {
    rmSync(this.executable);
    const left = readdirSync(this.place);
    if (left.length > 0) throw new Error(`Beside it are ${left.join(", ")}`);
  }
}

/** Copies the app out of a disk image, as its users do. */
class DiskImageInstaller implements AppInstaller {
  readonly place: string;
  readonly env = {};
  readonly #folder: string;
  readonly #app: string;
  readonly #name: string;

  constructor({ parcel, parcels, place }: InstallerOptions) {
    this.place = place;
    this.#folder = parcels.folder;
    this.#name = parcel.productName;
    this.#app = join(place, `${parcel.productName}.app`);
  }

  get executable(): string {
    return join(this.#app, "Contents/MacOS", this.#name);
  }

  async install({ package: file }: ParcelVersion): Promise<void> {
    const mount = join(this.place, "mount");
    mkdirSync(mount);
    run(["hdiutil", "attach", join(this.#folder, file), "-nobrowse", "-mountpoint", mount]);
    try {
      run(["cp", "-R", join(mount, `${this.#name}.app`), this.place]);
    } finally {
      run(["hdiutil", "detach", mount]);
      rmSync(mount, { recursive: true, force: true });
    }
    run(["codesign", "--verify", "--deep", "--strict", this.#app]);
  }

  isInstalled({ version }: ParcelVersion): boolean {
    return readFileSync(join(this.#app, "Contents/Info.plist"), "utf8").includes(
      `<string>${version}</string>`,
    );
  }

  async remove(): Promise<void> {
    rmSync(this.#app, { recursive: true });
    const left = readdirSync(this.place);
    if (left.length > 0) throw new Error(`Beside it are ${left.join(", ")}`);
  }
}

const uninstallKey = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall";

/** Runs the installer silently, for the current user. */
class WindowsInstaller implements AppInstaller {
  readonly place: string;
  readonly env = {};
  readonly #folder: string;
  readonly #parcel: Parcel;

  constructor({ parcel, parcels, place }: InstallerOptions) {
    this.place = place;
    this.#folder = parcels.folder;
    this.#parcel = parcel;
  }

  get executable(): string {
    return join(this.#installed, `${this.#parcel.productName}.exe`);
  }

  get #isMsi(): boolean {
    return this.#parcel.versions[0].format === "msi";
  }

  get #installed(): string {
    const base = this.#isMsi ? process.env["ProgramFiles"] : process.env["LOCALAPPDATA"];
    return join(base ?? "C:\\", this.#parcel.productName);
  }

  async install({ package: file }: ParcelVersion): Promise<void> {
    const path = join(this.#folder, file);
    // A silent installer reports a failure by its exit code only.
    if (this.#isMsi) run(["msiexec.exe", "/i", path, "/qn"]);
    else run([path, "/S"]);
    if (!existsSync(this.executable))
      throw new Error(`"${this.executable}" is not there after the installer has ended`);
  }

  isInstalled({ version }: ParcelVersion): boolean {
    const { identifier } = this.#parcel;
    const place: RegistryPlace = this.#isMsi
      ? { root: "machine", key: `Software\\${identifier}`, value: "Version" }
      : { root: "user", key: `${uninstallKey}\\${identifier}`, value: "DisplayVersion" };
    return registryText(place) === version;
  }

  async remove(): Promise<void> {
    const { versions } = this.#parcel;
    if (this.#isMsi) {
      const last = versions.findLast((one) => this.isInstalled(one)) ?? versions[0];
      run(["msiexec.exe", "/x", join(this.#folder, last.package), "/qn"]);
    } else run([join(this.#installed, "uninstall.exe"), "/S"]);
    // The uninstaller of NSIS continues in a copy of itself.
    await waitFor(
      "the end of the uninstaller",
      () => !existsSync(this.#installed) && !versions.some((one) => this.isInstalled(one)),
    );
  }
}

function run([program = "", ...args]: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status === 0) return;
  const output = error?.message ?? `${stdout ?? ""}${stderr ?? ""}`.trim();
  throw new Error(`"${program} ${args.join(" ")}" ended with ${status}: ${output}`);
}
