import { readFileSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { posix, resolve, win32 } from "node:path";
import { packageName } from "../../contract/shipped/package-name.ts";
import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { System } from "../../contract/target.ts";
import type { KnownFolders } from "../../contract/host/windows-calls.ts";
import { pathsOf } from "./dialect.ts";

/** The folder of each variable; `null` if this system, user or app has none. */
export type BaseDirectories = Readonly<Record<BaseDirectoryName, string | null>>;

export interface AppPlace {
  /** Reverse-domain identifier. Without one (`""`) the app has no folders of its own. */
  readonly identifier: string;
  /** The file the app runs from. */
  readonly executable: string;
  /** The application's name; on Linux packages put resources into a folder of that name. */
  readonly name: string;
}

/** The facts that determine the folders. */
export interface FolderHost {
  readonly system: System;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** With links followed, if it exists. */
  readonly temp: string;
  /** Windows' own answer for the user's folders; `null`: it was not queried. */
  readonly known: KnownFolders | null;
  /** The text of a file, or `null` when it cannot be read. */
  readText(path: string): string | null;
}

/** The folders of the user, the system and the app, by variable. */
export function baseDirectories(app: AppPlace, host: FolderHost): BaseDirectories {
  const { join } = pathsOf(host.system);
  const user = { linux: linuxFolders, windows: windowsFolders, macos: macosFolders }[host.system](
    host,
  );
  const own = (folder: string | null, ...more: string[]) =>
    folder === null || app.identifier === "" ? null : join(folder, app.identifier, ...more);
  const logs =
    host.system === "macos" ? own(join(host.home, "Library/Logs")) : own(user.CONFIG, "logs");
  return {
    ...user,
    HOME: host.home,
    TEMP: host.temp,
    RESOURCE: resourceFolder(app, host.system),
    APP: own(user.CONFIG),
    APPCONFIG: own(user.CONFIG),
    APPDATA: own(user.DATA),
    APPLOCALDATA: own(user.LOCALDATA),
    APPCACHE: own(user.CACHE),
    LOG: logs,
    APPLOG: logs,
  };
}

type AppFolder =
  | "HOME"
  | "TEMP"
  | "RESOURCE"
  | "APP"
  | "LOG"
  | `APP${"CONFIG" | "DATA" | "LOCALDATA" | "CACHE" | "LOG"}`;
type UserFolders = Record<Exclude<BaseDirectoryName, AppFolder>, string | null>;

/** The facts of this machine that determine an app's folders. */
export function folderHost(system: System, known: KnownFolders | null = null): FolderHost {
  return {
    system,
    known,
    env: process.env,
    // The variable may hold a relative path, or "..", which no scope could judge.
    home: known?.HOME ?? resolve(homedir()),
    temp: temporaryFolder(),
    readText,
  };
}

/** The variable may name a missing folder: the app starts all the same. */
function temporaryFolder(): string {
  const folder = resolve(tmpdir());
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** The text of a file, or `null` when it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

// XDG Base Directory Specification: a relative value must be ignored.
function linuxFolders(host: FolderHost): UserFolders {
  const { env, home } = host;
  const xdg = (name: string) => (env[name]?.startsWith("/") === true ? env[name] : null);
  const config = xdg("XDG_CONFIG_HOME") ?? posix.join(home, ".config");
  const data = xdg("XDG_DATA_HOME") ?? posix.join(home, ".local/share");
  const written = host.readText(posix.join(config, "user-dirs.dirs"));
  const named = written === null ? null : parseUserDirs(written, home);
  // Without the file the usual names apply; with it, an omitted folder does not exist.
  const userDir = (name: string, usual: string) =>
    named === null ? posix.join(home, usual) : (named.get(name) ?? null);
  return {
    AUDIO: userDir("MUSIC", "Music"),
    CACHE: xdg("XDG_CACHE_HOME") ?? posix.join(home, ".cache"),
    CONFIG: config,
    DATA: data,
    LOCALDATA: data,
    DESKTOP: userDir("DESKTOP", "Desktop"),
    DOCUMENT: userDir("DOCUMENTS", "Documents"),
    DOWNLOAD: userDir("DOWNLOAD", "Downloads"),
    EXE: xdg("XDG_BIN_HOME") ?? posix.join(data, "../bin"),
    FONT: posix.join(data, "fonts"),
    PICTURE: userDir("PICTURES", "Pictures"),
    PUBLIC: userDir("PUBLICSHARE", "Public"),
    RUNTIME: xdg("XDG_RUNTIME_DIR"),
    TEMPLATE: userDir("TEMPLATES", "Templates"),
    VIDEO: userDir("VIDEOS", "Videos"),
  };
}

/**
 * Parses `user-dirs.dirs`: lines of `XDG_MUSIC_DIR="$HOME/Music"` or `="/somewhere"`, with
 * backslashes as in a shell. The home folder itself means that there is no such folder.
 */
export function parseUserDirs(text: string, home: string): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, fromHome, quoted] =
      /^\s*XDG_([A-Z]+)_DIR\s*=\s*"(\$HOME(?=[/"]))?((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    if (name === undefined || quoted === undefined) continue;
    const path = quoted.replace(/\\(.)/g, "$1").replace(/\/+$/, "");
    folders.delete(name);
    if (path.startsWith("/"))
      folders.set(name, fromHome === undefined ? path : posix.join(home, path));
  }
  return folders;
}

// The user can move most of these, which only the system knows. For an unreported one Windows'
// default applies, by the environment, which the starting program controls.
function windowsFolders({ env, home, known }: FolderHost): UserFolders {
  const inHome = (name: string) => win32.join(home, name);
  const roaming = known?.CONFIG ?? env["APPDATA"] ?? null;
  const local = known?.LOCALDATA ?? env["LOCALAPPDATA"] ?? null;
  return {
    AUDIO: known?.AUDIO ?? inHome("Music"),
    CACHE: local,
    CONFIG: roaming,
    DATA: known?.DATA ?? roaming,
    LOCALDATA: local,
    DESKTOP: known?.DESKTOP ?? inHome("Desktop"),
    DOCUMENT: known?.DOCUMENT ?? inHome("Documents"),
    DOWNLOAD: known?.DOWNLOAD ?? inHome("Downloads"),
    EXE: null,
    FONT: null,
    PICTURE: known?.PICTURE ?? inHome("Pictures"),
    PUBLIC: known?.PUBLIC ?? env["PUBLIC"] ?? null,
    RUNTIME: null,
    TEMPLATE:
      known?.TEMPLATE ??
      (roaming === null ? null : win32.join(roaming, "Microsoft\\Windows\\Templates")),
    VIDEO: known?.VIDEO ?? inHome("Videos"),
  };
}

function macosFolders({ home }: FolderHost): UserFolders {
  const support = posix.join(home, "Library/Application Support");
  return {
    AUDIO: posix.join(home, "Music"),
    CACHE: posix.join(home, "Library/Caches"),
    CONFIG: support,
    DATA: support,
    LOCALDATA: support,
    DESKTOP: posix.join(home, "Desktop"),
    DOCUMENT: posix.join(home, "Documents"),
    DOWNLOAD: posix.join(home, "Downloads"),
    EXE: null,
    FONT: posix.join(home, "Library/Fonts"),
    PICTURE: posix.join(home, "Pictures"),
    PUBLIC: posix.join(home, "Public"),
    RUNTIME: null,
    TEMPLATE: null,
    VIDEO: posix.join(home, "Movies"),
  };
}

// Derived from the executable's path, never from APPDIR and similar variables: the starting program
// controls those.
function resourceFolder({ executable, name, identifier }: AppPlace, system: System): string {
  if (system === "windows") return win32.dirname(executable);
  const folder = posix.dirname(executable);
  if (system === "macos")
    return folder.endsWith("/Contents/MacOS") ? posix.join(folder, "../Resources") : folder;
  const ownFolder = posix.join("lib", packageName(name, identifier));
  // The folder of an app called "Bin" is no folder of programs.
  if (posix.basename(folder) !== "bin" || folder.endsWith(`/${ownFolder}`)) return folder;
  return posix.join(folder, "..", ownFolder);
}
