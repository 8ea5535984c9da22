import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { release, version } from "node:os";
import { join } from "node:path";
import { readText } from "../../disk/read.ts";
import { linuxPackages } from "../../contract/shipped/linux-packages.ts";
import type { System } from "../../contract/target.ts";
import { environmentForOthers } from "../../process/environment.ts";

/** A part that is present in a version, or missing with advice. */
export interface Fact {
  readonly name: string;
  /** `null`: missing. */
  readonly version: string | null;
  /** Its purpose. */
  readonly use: string;
  /** The command that installs it. `null` if it is unknown. */
  readonly install: string | null;
  /** Nothing works without it. */
  readonly isNeeded: boolean;
}

type Family = "debian" | "fedora" | "suse" | "arch";

interface Part {
  readonly name: string;
  readonly use: string;
  readonly isNeeded: boolean;
  /** The file of a library, or the name of a program. */
  readonly library?: string;
  readonly program?: string;
  /** Its package, by family of distributions. */
  readonly packages: Readonly<Record<Family, string>>;
}

/** The parts of a Linux system that apps and packages use. */
const parts: readonly Part[] = [
  {
    name: "WebKitGTK 4.1",
    use: "shows pages",
    isNeeded: true,
    library: linuxPackages.webkit.library,
    packages: linuxPackages.webkit,
  },
  {
    name: "GTK 3",
    use: "windows and dialogs",
    isNeeded: true,
    library: linuxPackages.gtk.library,
    packages: linuxPackages.gtk,
  },
  {
    name: "xdg-desktop-portal",
    use: "the desktop's own file dialogs",
    isNeeded: false,
    program: "xdg-desktop-portal",
    packages: {
      debian: "xdg-desktop-portal",
      fedora: "xdg-desktop-portal",
      suse: "xdg-desktop-portal",
      arch: "xdg-desktop-portal",
    },
  },
  {
    name: "fusermount3",
    use: "AppImages start faster with it",
    isNeeded: false,
    program: "fusermount3",
    packages: { debian: "fuse3", fedora: "fuse3", suse: "fuse3", arch: "fuse3" },
  },
];

/** The commands by which each family reads the version of a package, and installs one. */
const managers: Readonly<
  Record<Family, { readonly query: readonly string[]; readonly install: string }>
> = {
  debian: {
    query: ["dpkg-query", "--show", "--showformat=${Version}"],
    install: "sudo apt install",
  },
  fedora: { query: ["rpm", "--query", "--queryformat=%{VERSION}"], install: "sudo dnf install" },
  suse: { query: ["rpm", "--query", "--queryformat=%{VERSION}"], install: "sudo zypper install" },
  arch: { query: ["pacman", "--query"], install: "sudo pacman -S" },
};

/** The command that installs a package on this Linux; `null`: its family is not known. */
export function linuxInstall(packages: Readonly<Partial<Record<Family, string>>>): string | null {
  const family = readFamily();
  const name = family === null ? undefined : packages[family];
  return family === null || name === undefined ? null : `${managers[family].install} ${name}`;
}

/**
 * Looks for the parts that Linux must have. Nothing is loaded, because only the first call shows if
 * a library works.
 */
export function linuxFacts(): Fact[] {
  const family = readFamily();
  return parts.map(({ name, use, isNeeded, library, program, packages }) => {
    const place = library === undefined ? findProgram(program ?? "") : findLibrary(library);
    const version =
      place === null
        ? null
        : ((family === null ? null : packageVersion(family, packages[family])) ?? `in ${place}`);
    const install = family === null ? null : `${managers[family].install} ${packages[family]}`;
    return { name, use, isNeeded, version, install };
  });
}

/** `Debian GNU/Linux 12 (bookworm)`, `Windows 11 Pro`, `macOS 14.5` */
export function systemName(system: System): string {
  if (system === "windows") return version();
  if (system === "macos") return `macOS ${systemVersion()}`;
  return readRelease()["PRETTY_NAME"] ?? system;
}

/** The version of the system, not of its kernel: `12`, `14.5`, `10.0.22631`. */
export function systemVersion(): string {
  if (process.platform === "darwin")
    return spawnSync("/usr/bin/sw_vers", ["-productVersion"], {
      encoding: "utf8",
      env: environmentForOthers(),
    }).stdout.trim();
  if (process.platform === "win32") return release();
  // A distribution without releases has only the version of its kernel.
  return readRelease()["VERSION_ID"] ?? release();
}

function readRelease(): Record<string, string | undefined> {
  if (!existsSync("/etc/os-release")) return {};
  const lines = readText("/etc/os-release").matchAll(/^([A-Z_]+)=["']?(.*?)["']?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

function readFamily(): Family | null {
  const { ID = "", ID_LIKE = "" } = readRelease();
  const names = `${ID} ${ID_LIKE}`.split(" ");
  if (names.some((name) => name === "debian" || name === "ubuntu")) return "debian";
  if (names.some((name) => name === "fedora" || name === "rhel")) return "fedora";
  if (names.some((name) => name.includes("suse"))) return "suse";
  return names.includes("arch") ? "arch" : null;
}

function packageVersion(family: Family, name: string): string | null {
  const [program = "", ...args] = managers[family].query;
  const env = environmentForOthers();
  const { status, stdout } = spawnSync(program, [...args, name], { encoding: "utf8", env });
  if (status !== 0) return null;
  const text = stdout.trim();
  return family === "arch" ? (text.split(" ")[1] ?? null) : text || null;
}

/** The loader's own list. If there is none, the folders that it usually searches. */
function findLibrary(file: string): string | null {
  const env = environmentForOthers();
  for (const ldconfig of ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"]) {
    const { status, stdout } = spawnSync(ldconfig, ["-p"], { encoding: "utf8", env });
    if (status !== 0) continue;
    const line = stdout.split("\n").find((text) => text.trim().startsWith(`${file} `));
    if (line !== undefined) return line.split("=> ").at(-1)?.trim() ?? null;
  }
  const given = (process.env["LD_LIBRARY_PATH"] ?? "").split(":").filter((folder) => folder !== "");
  const usual = ["/usr/lib64", "/usr/lib", "/lib64", "/lib"];
  const multiarch = usual.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith("-linux-gnu"))
          .map((name) => join(folder, name))
      : [],
  );
  const found = [...given, ...usual, ...multiarch]
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path));
  return found ?? null;
}

function findProgram(name: string): string | null {
  // Services are outside of PATH.
  const folders = ["/usr/libexec", "/usr/lib", "/usr/lib/xdg-desktop-portal"];
  return (
    Bun.which(name) ??
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ??
    null
  );
}
