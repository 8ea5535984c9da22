import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FrameworkError } from "framework/app";
import type { LoginApp, LoginEntry } from "./entry.ts";
import { run } from "./programs.ts";

// Inside a Flatpak sandbox no outside file can be written: the app requests it from the desktop's
// portal, which may ask the user. It does not report an earlier grant, so the last request is
// stored. Source: org.freedesktop.portal.Background.

/** @param kept a file for the last request */
export function portalEntry(app: LoginApp, folder: string): LoginEntry {
  const kept = join(folder, "asked.json");
  const ask = async (autostart: boolean): Promise<void> => {
    const [, ...args] = app.command;
    // The program of a sandbox is a name in it.
    const command = [app.identifier, ...args].map(variant).join(", ");
    const { code } = await run("/usr/bin/gdbus", [
      "call",
      "--session",
      "--dest",
      "org.freedesktop.portal.Desktop",
      "--object-path",
      "/org/freedesktop/portal/desktop",
      "--method",
      "org.freedesktop.portal.Background.RequestBackground",
      "",
      `{'autostart': <${autostart}>, 'commandline': <[${command}]>, 'dbus-activatable': <false>}`,
    ]);
    if (code !== 0)
      throw new FrameworkError(
        "unavailable",
        "Cannot ask the desktop's portal for a start at login: it does not answer",
      );
    await app.write(kept, JSON.stringify({ autostart }));
  };
  return {
    enable: () => ask(true),
    disable: () => ask(false),
    isEnabled() {
      try {
        const { autostart } = JSON.parse(readFileSync(kept, "utf8")) as { autostart?: unknown };
        return Promise.resolve(autostart === true);
      } catch {
        return Promise.resolve(false);
      }
    },
  };
}

/** A text in GVariant's own notation. */
function variant(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`;
}
