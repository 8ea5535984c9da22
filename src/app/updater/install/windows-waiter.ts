import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join, win32 } from "node:path";
import { FrameworkError } from "../../../contract/errors.ts";
import type { updateVariables } from "../../../process/environment.ts";
import { quotedArgument } from "../../../process/quoted-argument.ts";
import type { Launch } from "../../process/launch.ts";

// A Windows program, cmd.exe, does the work after the end of an app, with a short script. It is on
// every Windows, and no file of the app may be in use then. It reports that it is there, and reads
// a line that never comes: its input ends when the app has ended. Its values are variables that are
// expanded after the lines have been read (`!name!`), so no part of them is taken for a command.
// Source: cmd /?, setlocal /?.

const firstLines = [
  "@echo off",
  "setlocal EnableExtensions EnableDelayedExpansion",
  "echo ready",
  'set /p "FRAMEWORK_UPDATE_LINE="',
];
const lastLine = 'start "" "!FRAMEWORK_UPDATE_APP!" !FRAMEWORK_UPDATE_ARGUMENTS! <nul >nul 2>nul';

/** The work before the app is started again. */
export interface AfterEnd {
  /** The folder for the script file. */
  readonly folder: string;
  readonly lines: readonly string[];
  readonly values: Readonly<Partial<Record<(typeof updateVariables)[number], string>>>;
}

/** The path of a Windows program, from Windows' own folder. */
export function windowsProgram(windows: string, name: string): string {
  return win32.join(windows, "System32", name);
}

/**
 * Starts the program that waits for the end of this process, does the work, and starts the app
 * again.
 * @param windows Windows' own folder
 * @throws FrameworkError `io` if it does not begin to wait
 */
export async function startWaiter(
  { folder, lines, values }: AfterEnd,
  launch: Launch,
  windows: string,
): Promise<void> {
  const script = writeScript(folder, [...firstLines, ...lines, lastLine, ""].join("\r\n"));
  const app: AfterEnd["values"] = {
    FRAMEWORK_UPDATE_APP: launch.executable,
    FRAMEWORK_UPDATE_ARGUMENTS: commandLine(launch.arguments),
  };
  // Without the user's AutoRun commands (/d), and in the folder of the script, so that its name
  // needs no quotes.
  const child = spawn(windowsProgram(windows, "cmd.exe"), ["/d", "/c", win32.basename(script)], {
    cwd: win32.dirname(script),
    env: { ...process.env, ...values, ...app },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
    windowsHide: true,
  });
  await isReady(child, script);
  child.unref();
}

/**
 * cmd.exe reads each line when it comes to it, so an existing file is not changed. The name comes
 * from its text.
 */
function writeScript(folder: string, text: string): string {
  const sum = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const script = join(folder, `update-${sum}.cmd`);
  if (existsSync(script) && readFileSync(script, "utf8") === text) {
    // Old files count as left over.
    utimesSync(script, new Date(), new Date());
    return script;
  }
  const made = `${script}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, script);
  return script;
}

/** The milliseconds until it has to wait. It has no work before that. */
const patience = 30_000;

function isReady(child: ChildProcess, script: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string): void => {
    child.kill();
    reject(
      new FrameworkError("io", `Cannot have "${script}" wait for the end of the app: ${reason}`),
    );
  };
  child.once("error", ({ message }) => fail(message));
  child.once("exit", (code) => fail(`it ended with ${code}`));
  child.stdout?.once("data", () => resolve());
  const timer = setTimeout(() => fail(`it said nothing for ${patience} ms`), patience);
  return promise.finally(() => clearTimeout(timer));
}

/** Quotes arguments as Windows' programs parse them. Source: CommandLineToArgvW. */
export function commandLine(args: readonly string[]): string {
  return args.map(quoted).join(" ");
}

function quoted(argument: string): string {
  return argument !== "" && !/[\s"]/.test(argument) ? argument : quotedArgument(argument);
}
