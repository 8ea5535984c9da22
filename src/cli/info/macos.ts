import { spawnSync } from "node:child_process";
import { isTooOldForRuntime } from "../../contract/shipped/macos-version.ts";
import { environmentForOthers } from "../../process/environment.ts";
import type { Fact } from "./system.ts";

const engine = "/System/Library/Frameworks/WebKit.framework/Resources/Info.plist";

/** Asks a program of the system. `null`: it gives no answer. */
export type AskProgram = (program: string, args: readonly string[]) => string | null;

/** The parts of a Mac that apps use. All of them come with the system. */
export function macFacts(ask: AskProgram = askProgram): Fact[] {
  const version = ask("/usr/bin/sw_vers", ["-productVersion"]);
  const isNewEnough = version !== null && !isTooOldForRuntime(version);
  const install = "softwareupdate --install --all";
  return [
    {
      name: "macOS 13 or newer",
      version: isNewEnough ? version : null,
      use: "runs apps",
      install,
      isNeeded: true,
    },
    {
      name: "WebKit",
      version: ask("/usr/bin/plutil", ["-extract", "CFBundleVersion", "raw", "-o", "-", engine]),
      use: "shows pages",
      install,
      isNeeded: true,
    },
  ];
}

export function askProgram(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, {
    encoding: "utf8",
    env: environmentForOthers(),
  });
  return status === 0 ? stdout.trim() : null;
}
