import { spawnSync } from "node:child_process";
import { environmentForOthers } from "../../process/environment.ts";
import type { Fact } from "./system.ts";

/** What the runtime of apps asks for. */
const oldest = "13.0.0";
const engine = "/System/Library/Frameworks/WebKit.framework/Resources/Info.plist";

/** Asks a program of the system; `null`: it does not say. */
type AskProgram = (program: string, args: readonly string[]) => string | null;

/** What apps use of a Mac. All of it comes with the system. */
export function macFacts(ask: AskProgram = askProgram): Fact[] {
  const version = ask("/usr/bin/sw_vers", ["-productVersion"]);
  const isNewEnough = version !== null && Bun.semver.order(whole(version), oldest) >= 0;
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

/** `13` and `13.4` as `13.0.0` and `13.4.0` */
function whole(version: string): string {
  return [...version.split("."), "0", "0"].slice(0, 3).join(".");
}

function askProgram(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8", env: environmentForOthers() });
  return status === 0 ? stdout.trim() : null;
}
