/**
 * The system that the app runs on.
 *
 * Also `window.__FRAMEWORK__.os` when `build.withGlobalFramework` is true. Every function needs
 * `framework.allowlist.os.all`.
 */
import type { Arch, OsType, Platform } from "../contract/commands/os.ts";
import { invoke } from "./invoke.ts";
import { isWindows } from "./parts/system.ts";

export type { Arch, OsType, Platform } from "../contract/commands/os.ts";

/** The line end of text files: `\r\n` on Windows, `\n` elsewhere. */
export const EOL: "\n" | "\r\n" = isWindows ? "\r\n" : "\n";

/**
 * The system: `linux`, `darwin` (macOS) or `win32`. Needs `framework.allowlist.os.all`.
 *
 * @example
 * const modifier = (await platform()) === "darwin" ? "⌘" : "Ctrl";
 */
export function platform(): Promise<Platform> {
  return invoke("os.platform", {});
}

/**
 * The version of the system's kernel, for example `6.1.0-18-amd64` or `10.0.22631`. Needs
 * `framework.allowlist.os.all`.
 *
 * @example
 * console.log(`${await type()} ${await version()}`);
 */
export function version(): Promise<string> {
  return invoke("os.version", {});
}

/**
 * The name of the system's kernel. Needs `framework.allowlist.os.all`.
 *
 * @example
 * await type(); // "Linux"
 */
export function type(): Promise<OsType> {
  return invoke("os.type", {});
}

/**
 * The processor that the app was built for: `x86_64` or `aarch64`. Needs
 * `framework.allowlist.os.all`.
 *
 * @example
 * await arch(); // "x86_64"
 */
export function arch(): Promise<Arch> {
  return invoke("os.arch", {});
}

/**
 * The folder for temporary files, with links in its path followed; rejects with the code
 * `unavailable` if there is none. Needs `framework.allowlist.os.all`.
 *
 * @example
 * const folder = await tempdir();
 */
export function tempdir(): Promise<string> {
  return invoke("os.tempdir", {});
}

/**
 * The user's language as a BCP 47 tag, `de-DE`; `null` when none is set. Needs
 * `framework.allowlist.os.all`.
 *
 * - Linux: from `LC_ALL`, `LC_MESSAGES` or `LANG`; `C` and `POSIX` are no language.
 * - macOS: the first of the preferred languages in System Settings.
 *
 * @example
 * const language = (await locale()) ?? "en";
 */
export function locale(): Promise<string | null> {
  return invoke("os.locale", {});
}
