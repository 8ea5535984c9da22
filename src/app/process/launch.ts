import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { FrameworkError } from "../../contract/errors.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { Architecture, System } from "../../contract/target.ts";
import { appImageOf, withoutAppImage, type Environment } from "../../process/environment.ts";

/** How this process was started. */
export interface Launch {
  readonly mode: AppSpec["mode"];
  readonly system: System;
  readonly architecture: Architecture;
  readonly frameworkVersion: string;
  /** The file the app runs from. */
  readonly executable: string;
  /** What followed the executable on the command line. */
  readonly arguments: readonly string[];
}

/** The AppImage that the executable was mounted from, or the executable itself. */
export function startedFile({ system, executable }: Launch, env: Environment): string {
  return (system === "linux" ? appImageOf(executable, env)?.image : undefined) ?? executable;
}

/**
 * Refuses to start a macOS app once more through a link: it could lead to another program by now.
 * @throws FrameworkError `not-allowed`
 */
export function refuseSymlink({ system, executable }: Launch, allowed: boolean): void {
  if (system !== "macos" || allowed || realpathSync.native(executable) === executable) return;
  throw new FrameworkError(
    "not-allowed",
    `Cannot relaunch "${executable}": its path holds a symbolic link; start the app without one, ` +
      "or set framework.allowlist.process.relaunchDangerousAllowSymlinkMacos to true",
  );
}

/** Starts the app once more, with the arguments of this process. It outlives this one. */
export function startAgain(launch: Launch): void {
  const file = startedFile(launch, process.env);
  // An AppImage is mounted anew: the old mount goes away with this process.
  const env = withoutAppImage(launch.executable);
  const child = spawn(file, launch.arguments, { detached: true, stdio: "inherit", env });
  child.once("error", ({ message }) =>
    process.stderr.write(`framework: cannot relaunch "${file}": ${message}\n`),
  );
  child.unref();
}
