/**
 * Paths as text, by the rules of the system the app runs on, and the folders of the user, the
 * system and the app.
 *
 * Also `window.__FRAMEWORK__.path` when `build.withGlobalFramework` is true. Every function needs
 * `framework.allowlist.path.all`. The disk is never accessed: a resulting path need not exist, and
 * `framework.allowlist.fs.scope` decides about reading it.
 *
 * A function that names a folder returns it with a separator at its end, so that a name can be
 * appended; it rejects with the code `unavailable` if this system, user or app has none.
 */
import type { BaseDirectoryName } from "../contract/paths.ts";
import { invoke } from "./invoke.ts";
import { isWindows } from "./parts/system.ts";

export { BaseDirectory } from "./parts/base-directory.ts";

/** The separator between the names of a path: `\\` on Windows, `/` elsewhere. */
export const sep: "\\" | "/" = isWindows ? "\\" : "/";

/** The separator between the paths of a list such as `PATH`: `;` on Windows, `:` elsewhere. */
export const delimiter: ";" | ":" = isWindows ? ";" : ":";

/**
 * The app's own folder for its configuration. `$CONFIG/<identifier>`. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appConfigDir();
 */
export function appConfigDir(): Promise<string> {
  return folder("APPCONFIG");
}

/**
 * The same as {@link appConfigDir}, by its old name. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appDir();
 */
export function appDir(): Promise<string> {
  return folder("APP");
}

/**
 * The app's own folder for its data. `$DATA/<identifier>`. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appDataDir();
 */
export function appDataDir(): Promise<string> {
  return folder("APPDATA");
}

/**
 * The app's own folder for data that stays on this machine. `$LOCALDATA/<identifier>`. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appLocalDataDir();
 */
export function appLocalDataDir(): Promise<string> {
  return folder("APPLOCALDATA");
}

/**
 * The app's own folder for data that it can recreate. `$CACHE/<identifier>`. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appCacheDir();
 */
export function appCacheDir(): Promise<string> {
  return folder("APPCACHE");
}

/**
 * The app's own folder for logs. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await appLogDir();
 */
export function appLogDir(): Promise<string> {
  return folder("APPLOG");
}

/**
 * The same as {@link appLogDir}, by its old name. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await logDir();
 */
export function logDir(): Promise<string> {
  return folder("LOG");
}

/**
 * The user's folder for music. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await audioDir();
 */
export function audioDir(): Promise<string> {
  return folder("AUDIO");
}

/**
 * The user's folder for data that apps can recreate. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await cacheDir();
 */
export function cacheDir(): Promise<string> {
  return folder("CACHE");
}

/**
 * The user's folder for the configuration of apps. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await configDir();
 */
export function configDir(): Promise<string> {
  return folder("CONFIG");
}

/**
 * The user's folder for the data of apps. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await dataDir();
 */
export function dataDir(): Promise<string> {
  return folder("DATA");
}

/**
 * The user's desktop. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await desktopDir();
 */
export function desktopDir(): Promise<string> {
  return folder("DESKTOP");
}

/**
 * The user's folder for documents. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await documentDir();
 */
export function documentDir(): Promise<string> {
  return folder("DOCUMENT");
}

/**
 * The user's folder for downloads. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await downloadDir();
 */
export function downloadDir(): Promise<string> {
  return folder("DOWNLOAD");
}

/**
 * The user's folder for programs. Only on Linux. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await executableDir();
 */
export function executableDir(): Promise<string> {
  return folder("EXE");
}

/**
 * The user's folder for fonts. Not on Windows. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await fontDir();
 */
export function fontDir(): Promise<string> {
  return folder("FONT");
}

/**
 * The user's home folder. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await homeDir();
 */
export function homeDir(): Promise<string> {
  return folder("HOME");
}

/**
 * The user's folder for data of apps that stays on this machine. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await localDataDir();
 */
export function localDataDir(): Promise<string> {
  return folder("LOCALDATA");
}

/**
 * The user's folder for pictures. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await pictureDir();
 */
export function pictureDir(): Promise<string> {
  return folder("PICTURE");
}

/**
 * The folder that users share. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await publicDir();
 */
export function publicDir(): Promise<string> {
  return folder("PUBLIC");
}

/**
 * The folder of the files that `bundle.resources` ships with the app. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await resourceDir();
 */
export function resourceDir(): Promise<string> {
  return folder("RESOURCE");
}

/**
 * The user's folder for sockets and similar files, removed at logout. Only on Linux. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await runtimeDir();
 */
export function runtimeDir(): Promise<string> {
  return folder("RUNTIME");
}

/**
 * The user's folder for templates. Not on macOS. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await templateDir();
 */
export function templateDir(): Promise<string> {
  return folder("TEMPLATE");
}

/**
 * The user's folder for videos. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const folder = await videoDir();
 */
export function videoDir(): Promise<string> {
  return folder("VIDEO");
}

/**
 * The absolute path of a file that `bundle.resources` ships with the app, by its path there. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * const file = await resolveResource("data/words.txt");
 */
export function resolveResource(path: string): Promise<string> {
  return invoke("path.resolveResource", { path });
}

/**
 * One absolute path from several, each resolved against the previous one; the first is resolved
 * against the app's current folder. Needs `framework.allowlist.path.all`.
 *
 * @example
 * await resolve("/notes", "2024", "../2025"); // "/notes/2025"
 */
export function resolve(...paths: string[]): Promise<string> {
  return invoke("path.resolve", { paths });
}

/**
 * The path without `.`, `..` and doubled separators, based on the text only. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * await normalize("/notes//2024/../a.txt"); // "/notes/a.txt"
 */
export function normalize(path: string): Promise<string> {
  return invoke("path.normalize", { path });
}

/**
 * The paths joined and normalized. Needs `framework.allowlist.path.all`.
 *
 * @example
 * const file = await join(await documentDir(), "notes", "a.txt");
 */
export function join(...paths: string[]): Promise<string> {
  return invoke("path.join", { paths });
}

/**
 * The path without its last name; `.` when it has only one. Needs `framework.allowlist.path.all`.
 *
 * @example
 * await dirname("/notes/a.txt"); // "/notes"
 */
export function dirname(path: string): Promise<string> {
  return invoke("path.dirname", { path });
}

/**
 * The extension of the last name, without the dot; empty when it has none. Needs
 * `framework.allowlist.path.all`.
 *
 * @example
 * await extname("/notes/a.tar.gz"); // "gz"
 */
export function extname(path: string): Promise<string> {
  return invoke("path.extname", { path });
}

/**
 * The last name of a path; empty for a root. Needs `framework.allowlist.path.all`.
 *
 * @param ext removed from the end of the name
 *
 * @example
 * await basename("/notes/a.txt", ".txt"); // "a"
 */
export function basename(path: string, ext?: string): Promise<string> {
  return invoke("path.basename", { path, ext });
}

/**
 * Whether a path begins at a root. Needs `framework.allowlist.path.all`.
 *
 * @example
 * await isAbsolute("notes/a.txt"); // false
 */
export function isAbsolute(path: string): Promise<boolean> {
  return invoke("path.isAbsolute", { path });
}

function folder(dir: BaseDirectoryName): Promise<string> {
  return invoke("path.baseDirectory", { dir });
}
