import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix, win32 } from "node:path";
import { loadConfig } from "../../config/read/load.ts";
import type { System } from "../../contract/target.ts";
import { readText } from "../../disk/read.ts";
import { UserError, type Terminal } from "../terminal.ts";

/** The number of lines to print, from the end. */
const maxLines = 500;

/**
 * `framework info --log`: the newest lines that the app of this project has logged on this machine.
 * @throws UserError if there is no project or no log
 */
export function logCommand(terminal: Terminal): number {
  const { system } = terminal.host;
  const { config } = loadConfig({ from: terminal.cwd, system, command: "config" });
  const identifier = config?.framework.bundle.identifier ?? "";
  if (identifier === "")
    throw new UserError(
      "Cannot find the log: there is no project here whose configuration has an identifier",
    );
  const folder = logFolder(system, identifier, process.env, homedir());
  const newest = newestLog(folder);
  if (newest === null)
    throw new UserError(
      `Cannot find a log in "${folder}": the app has not run yet, or its main.ts does not name framework-plugin-log`,
    );
  const lines = readText(newest).trimEnd().split("\n").slice(-maxLines);
  terminal.out(`${newest}\n\n${lines.join("\n")}\n`);
  return 0;
}

/** The folder of an app's logs, as `$APPLOG` defines it. */
export function logFolder(
  system: System,
  identifier: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (system === "macos") return posix.join(home, "Library/Logs", identifier);
  if (system === "windows")
    return win32.join(env["APPDATA"] ?? win32.join(home, "AppData\\Roaming"), identifier, "logs");
  const named = env["XDG_CONFIG_HOME"];
  const config = named?.startsWith("/") === true ? named : posix.join(home, ".config");
  return posix.join(config, identifier, "logs");
}

function newestLog(folder: string): string | null {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return null;
  }
  const logs = names
    .filter((name) => name.endsWith(".log"))
    .map((name) => join(folder, name))
    .map((path) => ({ path, changed: statSync(path).mtimeMs }));
  return logs.toSorted((one, other) => other.changed - one.changed)[0]?.path ?? null;
}
