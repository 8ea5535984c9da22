import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { findRuntime } from "../src/cli/build/build-target.ts";
import { toolsFolder } from "../src/cli/build/tools-folder.ts";
import type { Architecture } from "../src/contract/target.ts";
import { makeFolderOnce } from "./made-folder.ts";
import { dllFile } from "./pe-dll.ts";

// A prefix is Wine's view of a machine: its disk and its registry. Making one takes ten seconds and
// 700 MB of libraries. So it is made once (tools/wine.ts), outside of the repository, and each
// session begins with a copy that shares its files. A failed session cannot harm another one.

/** Raise it when the result of `makeBasePrefix` changes. */
const recipe = 1;

/** The folder of Bun's executable for Windows. */
export const windowsTools = toolsFolder(null, "linux");

const folder = join(dirname(windowsTools), "framework-test-wine");

/**
 * No .NET, no browser of its own and no entries in the menus of the desktop: Wine would ask for the
 * first two.
 */
export const wineOverrides = "mscoree=d;mshtml=d;winemenubuilder.exe=d";

/** An installed Wine. */
export interface WineInstall {
  /** The command before a program's own, which runs it where this Wine is. */
  readonly enter: readonly string[];
}

/** The machine's own. */
export const systemWine: WineInstall = { enter: [] };

/** The version of a Wine; `null` when there is none that runs programs for x64. */
export function wineVersion({ enter }: WineInstall = systemWine): string | null {
  if (enter.length === 0 && (Bun.which("wine") === null || Bun.which("wineserver") === null))
    return null;
  const { exitCode, stdout } = Bun.spawnSync([...enter, "wine", "--version"], {
    env: { ...process.env, WINEDEBUG: "-all" },
    stderr: "ignore",
  });
  return exitCode === 0 ? stdout.toString().trim() : null;
}

/** The reason why Wine cannot work here, whatever is installed. `null` if it can. */
export function foreignToWine(): string | null {
  if (process.platform !== "linux") return "Wine is for Linux";
  return process.arch === "x64" ? null : "Bun for Windows x64 needs a machine of that kind";
}

/** The requirements of tests under Wine that this machine lacks. `null` if it was set up. */
export function missingForWine(install: WineInstall = systemWine): string | null {
  const foreign = foreignToWine();
  if (foreign !== null) return foreign;
  const version = wineVersion(install);
  if (version === null) return "Wine is missing; see tools/setup.mjs";
  if (windowsBun() === null) return "Bun for Windows is missing; see tools/wine.ts";
  return existsSync(basePrefix(version))
    ? null
    : "the prefix of Wine is missing; see tools/wine.ts";
}

/**
 * Bun's own executable for Windows, in the version that runs this; `null` when it was not fetched
 * yet.
 */
export function windowsBun(architecture: Architecture = "x64"): string | null {
  try {
    return findRuntime({ system: "windows", architecture }, import.meta.dir, windowsTools);
  } catch {
    return null;
  }
}

function basePrefix(version: string): string {
  const key = createHash("sha256").update(`${version}\n${recipe}`).digest("hex").slice(0, 12);
  return join(folder, `prefix-${key}`);
}

/**
 * Makes the prefix all sessions copy, when it is not there yet.
 * @returns whether it had to be made
 */
export function makeBasePrefix(install: WineInstall = systemWine): boolean {
  const version = wineVersion(install);
  if (version === null) throw new Error('Cannot make a prefix of Wine: "wine" does not run');
  const prefix = basePrefix(version);
  return makeFolderOnce(prefix, "draft", (draft) => fillPrefix(draft, install));
}

function fillPrefix(prefix: string, { enter }: WineInstall): void {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: wineOverrides,
  };
  // Its services live on for a while and keep their output streams open. Before they have ended,
  // the registry is not on the disk.
  const run = (...command: string[]) => {
    const silent = { stdin: "ignore", stdout: "ignore", stderr: "ignore" } as const;
    const { exitCode } = Bun.spawnSync([...enter, ...command], { env, ...silent });
    if (exitCode !== 0) throw new Error(`Cannot run "${command.join(" ")}": exit code ${exitCode}`);
  };
  run("wine", "wineboot", "--init");
  run("wineserver", "--wait");

  // Wine reports Windows 7 by default, and Bun needs 10.
  setValues(prefix, { "Software\\Wine": { Version: "win10" } });
  // Bun takes its random numbers from here, and Wine 8 has no such library. Newer ones have their
  // own.
  const random = join(prefix, "drive_c/windows/system32/bcryptprimitives.dll");
  if (!existsSync(random)) {
    writeFileSync(
      random,
      dllFile({
        name: "bcryptprimitives.dll",
        forwards: { ProcessPrng: "advapi32.SystemFunction036" },
      }),
    );
  }
  replaceLinks(join(prefix, "drive_c/users"));
}

/** The user's documents, pictures and so on are links to the home folder of whoever set this up. */
function replaceLinks(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) replaceLinks(path);
    if (!entry.isSymbolicLink()) continue;
    unlinkSync(path);
    mkdirSync(path);
  }
}

/** Makes a new prefix, in which programs may change anything. */
export function copyBasePrefix(to: string, install: WineInstall = systemWine): void {
  const version = wineVersion(install);
  if (version === null) throw new Error('Cannot copy the prefix of Wine: "wine" does not run');
  const base = basePrefix(version);
  mkdirSync(join(to, "dosdevices"), { recursive: true });
  symlinkSync("../drive_c", join(to, "dosdevices/c:"));
  symlinkSync("/", join(to, "dosdevices/z:"));
  for (const name of readdirSync(base)) {
    if (name.endsWith(".reg") || name === ".update-timestamp")
      cpSync(join(base, name), join(to, name));
  }
  for (const name of readdirSync(join(base, "drive_c"))) {
    const [from, copy] = [join(base, "drive_c", name), join(to, "drive_c", name)];
    // Nothing changes these, and a link, other than a second name, may lead to another disk.
    if (name === "windows" || name.startsWith("Program Files")) linkFiles(from, copy);
    else cpSync(from, copy, { recursive: true });
  }
}

/** Makes the same folders anew, with links to the files. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, copy);
    else symlinkSync(source, copy);
  }
}

/** Values of the user's registry, by their keys; a number is a DWORD. */
export type RegistryValues = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/**
 * Writes to the user's registry of a prefix in which nothing runs. Wine takes a key's second
 * mention as more of it.
 */
export function setValues(prefix: string, values: RegistryValues): void {
  const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  const written = (value: string | number) =>
    typeof value === "number" ? `dword:${value.toString(16).padStart(8, "0")}` : quoted(value);
  for (const [key, entries] of Object.entries(values)) {
    const lines = Object.entries(entries).map(
      ([name, value]) => `${quoted(name)}=${written(value)}\n`,
    );
    appendFileSync(
      join(prefix, "user.reg"),
      `\n[${key.replaceAll("\\", "\\\\")}]\n${lines.join("")}`,
    );
  }
}
