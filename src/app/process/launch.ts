import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FrameworkError } from "../../contract/errors.ts";
import type { WithInheritedLimits } from "../../contract/host/inherited-limits.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { Architecture, System } from "../../contract/target.ts";
import { pathsOf } from "../paths/dialect.ts";
import { during, PathProblem } from "../paths/path-problem.ts";
import { appImageOf, environmentForRestart, type Environment } from "../../process/environment.ts";

/** The start of this process. */
export interface Launch {
  readonly mode: AppSpec["mode"];
  readonly system: System;
  readonly architecture: Architecture;
  readonly frameworkVersion: string;
  /** The file the app runs from. */
  readonly executable: string;
  /** The typed arguments of the command line; arguments of a desktop are not included. */
  readonly arguments: readonly string[];
}

/** The first argument of a start at login, hidden from everything that reads arguments. */
export const loginArgument = "--framework-autostart";

/** The arguments without the marker of a start at login. */
export function splitLogin(all: readonly string[]): {
  readonly arguments: readonly string[];
  /** Whether the system started the app because its user logged in. */
  readonly atLogin: boolean;
} {
  const [first, ...rest] = all;
  return first === loginArgument
    ? { arguments: rest, atLogin: true }
    : { arguments: all, atLogin: false };
}

/** The AppImage that the executable was mounted from, or the executable itself. */
export function startedFile({ system, executable }: Launch, env: Environment): string {
  return (system === "linux" ? appImageOf(executable, env)?.image : undefined) ?? executable;
}

/**
 * A program that is shipped beside the executable, without the target suffix that it has in the
 * project.
 */
export function sidecarFile(program: string, { system, executable }: Launch): string {
  const { basename, dirname, join } = pathsOf(system);
  return join(dirname(executable), basename(program) + (system === "windows" ? ".exe" : ""));
}

/**
 * The real arguments of an app: some versions of macOS add the process serial number when Finder
 * opens an app, `-psn_0_1234567`.
 */
export function givenArguments(system: System, all: readonly string[]): readonly string[] {
  return system === "macos" ? all.filter((argument) => !/^-psn_\d+_\d+$/.test(argument)) : all;
}

/**
 * The warning on standard error for arguments with invalid Unicode. The runtime passes U+FFFD in
 * their place, so such an argument finds no file.
 */
export function unreadableArguments(all: readonly string[]): string {
  return all
    .filter((argument) => argument.includes("\uFFFD"))
    .map(
      (argument) =>
        `framework: Cannot use the argument ${JSON.stringify(argument)}: its bytes must be valid Unicode; rename the file that it names\n`,
    )
    .join("");
}

/**
 * Refuses to restart an app that was started through a link: the link could point to another
 * program now.
 *
 * @param startedAs the path that started it; `null`: the system has no such rule
 * @throws FrameworkError `not-allowed`
 */
export function refuseSymlink(startedAs: string | null, allowed: boolean): void {
  if (startedAs === null || allowed || !holdsLink(resolve(startedAs))) return;
  throw new FrameworkError(
    "not-allowed",
    `Cannot relaunch "${startedAs}": its path holds a symbolic link; start the app without one, ` +
      "or set framework.allowlist.process.relaunchDangerousAllowSymlinkMacos to true",
  );
}

/** A comparison with the real path would also find differences in case. */
function holdsLink(path: string): boolean {
  return path !== dirname(path) && (lstatSync(path).isSymbolicLink() || holdsLink(dirname(path)));
}

/**
 * Refuses to end an app that cannot be restarted: its file was removed or replaced.
 *
 * @throws FrameworkError with the reason
 */
export async function checkStartsAgain(launch: Launch): Promise<void> {
  const file = startedFile(launch, process.env);
  await during("relaunch", file, () => {
    if (statSync(file).isDirectory())
      throw new PathProblem("io", "it is a folder now; install the app again");
    accessSync(file, constants.X_OK);
  });
}

/**
 * Restarts the app, with the arguments of this process. The new process outlives this one.
 *
 * @throws FrameworkError when the system does not start it
 */
export async function startAgain(
  launch: Launch,
  { withInheritedLimits }: { readonly withInheritedLimits: WithInheritedLimits },
): Promise<void> {
  const file = startedFile(launch, process.env);
  // An AppImage is mounted again: the old mount ends with this process.
  const env = environmentForRestart(launch.executable);
  await during("relaunch", file, async () => {
    const child = withInheritedLimits(() =>
      spawn(file, launch.arguments, {
        cwd: workingFolder(),
        detached: true,
        stdio: "inherit",
        env,
      }),
    );
    await once(child, "spawn");
    child.unref();
  });
}

/** Bun ends before any code of an app whose working folder was deleted. */
export function workingFolder(): string {
  try {
    const folder = process.cwd();
    // Bun may return a cached folder.
    return existsSync(folder) ? folder : "/";
  } catch {
    return "/";
  }
}
