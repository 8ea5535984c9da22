import type { System } from "./target.ts";

/** The programs that `open` accepts. */
export const openPrograms = [
  "open",
  "start",
  "xdg-open",
  "gio",
  "gnome-open",
  "kde-open",
  "wslview",
  "firefox",
  "chrome",
  "google chrome",
  "chromium",
  "safari",
] as const;
export type OpenProgram = (typeof openPrograms)[number];

type Names = Partial<Record<OpenProgram, string>>;

const linuxNames: Names = { chrome: "google-chrome", "google chrome": "google-chrome" };
const windowsNames: Names = { "google chrome": "chrome.exe" };

/**
 * The file name by which a program is sought in the folders of PATH; `null`: the system itself
 * finds it.
 */
export function openProgramFile(program: OpenProgram, system: System): string | null {
  if (system === "macos") return null;
  if (system === "linux") return linuxNames[program] ?? program;
  // `start` is Windows' name for the default application.
  return program === "start" ? null : (windowsNames[program] ?? `${program}.exe`);
}
