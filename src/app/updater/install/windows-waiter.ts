import { spawn, type ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import type { updateVariables } from "../../../process/environment.ts";
import type { Launch } from "../../process/launch.ts";
import type { InstallerKind } from "./installer-file.ts";
import type { Setup } from "./windows.ts";

// The program that waits is cmd.exe with the lines below: it is on every Windows, and no file of the app may be in use. It
// says that it is there, and reads a line that never comes: its input ends when the app has ended. `start` asks the user for
// rights where the installer wants them. What it works with are variables that are put in when the lines have been read
// (`!name!`), so nothing in them is taken for a command. Source: cmd /?, start /?, setlocal /?.

const lines = [
  "@echo off",
  "setlocal EnableExtensions EnableDelayedExpansion",
  "echo ready",
  'set /p "FRAMEWORK_UPDATE_LINE="',
  'start "" /wait "!FRAMEWORK_UPDATE_PROGRAM!" !FRAMEWORK_UPDATE_OPTIONS! <nul >nul 2>nul',
  'set "FRAMEWORK_UPDATE_CODE=!errorlevel!"',
  '>"!FRAMEWORK_UPDATE_RESULT!" echo !FRAMEWORK_UPDATE_CODE!',
  'if "!FRAMEWORK_UPDATE_RESTARTS!!FRAMEWORK_UPDATE_CODE!"=="no0" exit /b',
  'start "" "!FRAMEWORK_UPDATE_APP!" !FRAMEWORK_UPDATE_ARGUMENTS! <nul >nul 2>nul',
];

export interface WaiterPlaces {
  readonly script: string;
  /** Gets the code that the installer has ended with. */
  readonly result: string;
  /** Windows' own folder. */
  readonly system: string;
}

/** How an installer is run. */
export interface InstallerRun {
  /** By its name, one of Windows' own. */
  readonly program: string;
  readonly options: readonly string[];
  /** The installer itself lets the user start the app, or does so, when it has done its work. */
  readonly restartsApp: boolean;
}

interface Wish {
  readonly installer: string;
  /** Installs what lies there with the rights of an administrator. */
  readonly task: string | null;
  readonly installMode: ResolvedConfig["framework"]["updater"]["windows"]["installMode"];
  readonly installerArgs: readonly string[];
}

const modes = {
  nsis: { basicUi: [], quiet: ["/S"], passive: ["/P"] },
  msi: { basicUi: ["/qb+"], quiet: ["/quiet"], passive: ["/passive"] },
} as const satisfies Record<InstallerKind, Record<Wish["installMode"], readonly string[]>>;

/** How the installer is run that the configuration describes. */
export function installerRun(
  { kind, root }: Setup,
  { installer, task, installMode, installerArgs }: Wish,
): InstallerRun {
  const mode = modes[kind][installMode];
  if (kind === "nsis") {
    // For those it was installed for; installers that ask nobody for whom do not look at it.
    const users = root === "user" ? "/CurrentUser" : "/AllUsers";
    return {
      program: installer,
      options: [...mode, "/UPDATE", users, ...installerArgs],
      restartsApp: installMode === "basicUi",
    };
  }
  // What it installs, and how, is said in the task. It is not waited for, so the installer starts the app.
  if (task !== null) return { program: "schtasks.exe", options: ["/run", "/tn", task], restartsApp: true };
  const restart = installMode === "quiet" ? "/norestart" : "/promptrestart";
  return {
    program: "msiexec.exe",
    options: ["/i", installer, ...mode, restart, ...installerArgs],
    restartsApp: false,
  };
}

/** Why an installer did not do its work, by the code it ended with; `null`: it did. */
export function reasonOf(code: number, kind: InstallerKind): string | null {
  const known = reasons[kind][code];
  if (known === null) return null;
  return `the installer ended with ${code}${known === undefined ? "" : `: ${known}`}`;
}

// What Windows answers when the user gives no rights (ERROR_CANCELLED). Of the others: `installer.nsi`; Microsoft, "MsiExec
// and InstMsi error messages".
const declined = "the user gave it no rights";
const reasons: Readonly<Record<InstallerKind, Readonly<Record<number, string | null>>>> = {
  nsis: {
    0: null,
    1: "it was called off",
    2: "it cannot take the place of a newer version, or of one that runs",
    1223: declined,
  },
  msi: {
    0: null,
    1223: declined,
    1602: "it was called off",
    1603: "it failed, and has put everything back",
    1618: "another installation is on its way",
    1625: "this machine's administrator forbids it",
    // With a restart of Windows to come, or begun.
    1641: null,
    3010: null,
  },
};

/**
 * Starts the program that waits for the end of this process, runs the installer and starts the app again.
 * @throws FrameworkError `io` when it does not begin to wait
 */
export async function startWaiter(places: WaiterPlaces, run: InstallerRun, launch: Launch): Promise<void> {
  const { script, result, system } = places;
  const inSystem = (name: string): string => win32.join(system, "System32", name);
  writeFileSync(script, `${lines.join("\r\n")}\r\n`);
  rmSync(result, { force: true });
  const values: Readonly<Record<(typeof updateVariables)[number], string>> = {
    FRAMEWORK_UPDATE_PROGRAM: win32.isAbsolute(run.program) ? run.program : inSystem(run.program),
    FRAMEWORK_UPDATE_OPTIONS: commandLine(run.options),
    FRAMEWORK_UPDATE_RESULT: result,
    FRAMEWORK_UPDATE_RESTARTS: run.restartsApp ? "no" : "yes",
    FRAMEWORK_UPDATE_APP: launch.executable,
    FRAMEWORK_UPDATE_ARGUMENTS: commandLine(launch.arguments),
  };
  // Without what users have it do first (/d), and in the folder of the script, whose name needs no quotes then.
  const child = spawn(inSystem("cmd.exe"), ["/d", "/c", win32.basename(script)], {
    cwd: win32.dirname(script),
    env: { ...process.env, ...values },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
    windowsHide: true,
  });
  await isReady(child, script);
  child.unref();
}

/** Milliseconds until it has to wait: it has nothing to do before. */
const patience = 30_000;

function isReady(child: ChildProcess, script: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string): void => {
    child.kill();
    reject(new FrameworkError("io", `Cannot start the installer by "${script}": ${reason}`));
  };
  child.once("error", ({ message }) => fail(message));
  child.once("exit", (code) => fail(`it ended with ${code}`));
  child.stdout?.once("data", () => resolve());
  const timer = setTimeout(() => fail(`it said nothing for ${patience} ms`), patience);
  return promise.finally(() => clearTimeout(timer));
}

/** Arguments as Windows' programs take them apart. Source: CommandLineToArgvW. */
export function commandLine(args: readonly string[]): string {
  return args.map(quoted).join(" ");
}

function quoted(argument: string): string {
  if (argument !== "" && !/[\s"]/.test(argument)) return argument;
  // Backslashes before a quote count twice, also before the one that ends it.
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}
