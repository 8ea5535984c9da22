import { join } from "node:path";
import type { LoginApp, LoginEntry } from "./entry.ts";
import { makeFolder, readText, remove } from "./files.ts";
import { run } from "./programs.ts";

// macOS: an agent of launchd in ~/Library/LaunchAgents, which is read at the next login. It
// supports arguments, and needs no signature; SMAppService has neither, and begins with macOS 13.
// Source: launchd.plist(5).

/** @param home the user's folder */
export function launchAgent(app: LoginApp, home: string): LoginEntry {
  const folder = join(home, "Library/LaunchAgents");
  const path = join(folder, `${app.identifier}.plist`);
  const tauris = join(folder, `${app.name.replaceAll("/", "_")}.plist`);
  const removeTauris = (): void => {
    if (tauris !== path && startsOurs(readText(tauris), app)) remove(tauris);
  };
  return {
    async enable() {
      makeFolder(folder);
      await app.write(path, agentText(app));
      removeTauris();
      // An agent that the user, or an earlier `disable` of launchctl, has switched off would stay
      // off otherwise.
      if (await isSwitchedOff(app.identifier))
        await run("/bin/launchctl", ["enable", service(app.identifier)]);
    },
    disable() {
      remove(path);
      removeTauris();
      return Promise.resolve();
    },
    async isEnabled() {
      if (startsOurs(readText(path), app)) return !(await isSwitchedOff(app.identifier));
      return startsOurs(readText(tauris), app) && !(await isSwitchedOff(app.name));
    },
  };
}

export function agentText({ identifier, command }: LoginApp): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    `  <key>Label</key><string>${xml(identifier)}</string>`,
    `  <key>AssociatedBundleIdentifiers</key><string>${xml(identifier)}</string>`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...command.map((argument) => `    <string>${xml(argument)}</string>`),
    "  </array>",
    "  <key>RunAtLoad</key><true/>",
    "  <key>ProcessType</key><string>Interactive</string>",
    "  <key>LimitLoadToSessionType</key><string>Aqua</string>",
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function startsOurs(text: string | null, { command: [file] }: LoginApp): boolean {
  return text?.includes(`<string>${xml(file)}</string>`) === true;
}

function service(label: string): string {
  return `gui/${process.getuid?.() ?? 0}/${label}`;
}

/** In the settings of the system, under "Login Items". */
async function isSwitchedOff(label: string): Promise<boolean> {
  const domain = `gui/${process.getuid?.() ?? 0}`;
  const { out } = await run("/bin/launchctl", ["print-disabled", domain]);
  return out
    .split("\n")
    .some((line) => /=>\s*(?:disabled|true)\s*$/.test(line) && line.includes(`"${label}"`));
}
