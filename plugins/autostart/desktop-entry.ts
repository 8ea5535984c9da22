import { join } from "node:path";
import type { LoginApp, LoginEntry } from "./entry.ts";
import { makeFolder, readText, remove } from "./files.ts";

// Linux: a desktop entry in $XDG_CONFIG_HOME/autostart. Source: Desktop Application Autostart
// Specification 0.5; Desktop Entry Specification 1.5, "The Exec key".

/** @param config the folder of the user's settings */
export function desktopEntry(app: LoginApp, config: string): LoginEntry {
  const folder = join(config, "autostart");
  const path = join(folder, `${app.identifier}.desktop`);
  // The file of tauri-plugin-autostart: it would start the app a second time.
  const tauris = join(folder, `${app.name.replaceAll("/", "_")}.desktop`);
  const removeTauris = (): void => {
    if (tauris !== path && startsOurs(readText(tauris), app)) remove(tauris);
  };
  return {
    async enable() {
      makeFolder(folder);
      await app.write(path, entryText(app));
      removeTauris();
    },
    disable() {
      remove(path);
      removeTauris();
      return Promise.resolve();
    },
    isEnabled: () =>
      Promise.resolve(
        [path, tauris].some((each) => isOn(readText(each)) && startsOurs(readText(each), app)),
      ),
  };
}

export function entryText({ name, command }: LoginApp): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Version=1.0",
    `Name=${stringValue(name)}`,
    `Exec=${execValue(command)}`,
    `TryExec=${stringValue(command[0])}`,
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

/**
 * The value of `Exec`. GLib looks for a program under its escaped name and so finds none with a
 * "%", which names of downloaded files have for spaces.
 */
function execValue(command: readonly string[]): string {
  const [file = ""] = command;
  const launcher = file.includes("%") ? ["/usr/bin/env"] : [];
  return stringValue([...launcher, ...command].map(quoted).join(" "));
}

/**
 * An argument of `Exec`: in quotes, with special characters of a shell escaped, and without field
 * codes.
 */
function quoted(argument: string): string {
  return `"${argument.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%")}"`;
}

/** A value of the type string. */
function stringValue(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}

function isOn(text: string | null): boolean {
  return (
    text !== null && !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(text)
  );
}

/** Whether an entry starts this file; those of Tauri's plugin have its path without quotes. */
function startsOurs(text: string | null, { command: [file] }: LoginApp): boolean {
  const exec = /^Exec\s*=\s*(.*)$/m.exec(text ?? "")?.[1] ?? "";
  const ours = execValue([file]);
  return (
    exec === ours || exec.startsWith(`${ours} `) || exec === file || exec.startsWith(`${file} `)
  );
}
