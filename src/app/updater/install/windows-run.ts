import { win32 } from "node:path";
import type { ResolvedConfig } from "../../../config/index.ts";
import type { RegistryRoot } from "../../../contract/host/windows-calls.ts";
import type { InstallFailure } from "./installation.ts";
import type { InstallerKind } from "./installer-file.ts";
import { commandLine, windowsProgram, type AfterEnd } from "./windows-waiter.ts";

// `start` asks the user for rights where the installer wants them. Source: start /?.
const lines = [
  'start "" /wait "!FRAMEWORK_UPDATE_PROGRAM!" !FRAMEWORK_UPDATE_OPTIONS! <nul >nul 2>nul',
  'set "FRAMEWORK_UPDATE_CODE=!errorlevel!"',
  '>"!FRAMEWORK_UPDATE_RESULT!" echo !FRAMEWORK_UPDATE_CODE!',
  'if "!FRAMEWORK_UPDATE_RESTARTS!!FRAMEWORK_UPDATE_CODE!"=="no0" exit /b',
];

export interface RunPlaces {
  /** The folder for the script. */
  readonly folder: string;
  /** The file for the exit code of the installer. */
  readonly result: string;
  /** Windows' own folder. */
  readonly windows: string;
}

/** The way in which the app was installed. */
export interface Setup {
  readonly kind: InstallerKind;
  /** The users that it was installed for. */
  readonly root: RegistryRoot;
}

/** The way in which an installer is run. */
export interface InstallerRun {
  /** The installer's path, or the name of a Windows program. */
  readonly program: string;
  /** The rest of its command line. */
  readonly options: string;
  /** The installer itself offers to start the app, or starts it, after its work. */
  readonly restartsApp: boolean;
}

interface Wish {
  readonly installer: string;
  /** The task that installs the file there with the rights of an administrator. */
  readonly task: string | null;
  readonly installMode: ResolvedConfig["framework"]["updater"]["windows"]["installMode"];
  readonly installerArgs: readonly string[];
}

const modes = {
  nsis: { basicUi: [], quiet: ["/S"], passive: ["/P"] },
  msi: { basicUi: ["/qb+"], quiet: ["/quiet"], passive: ["/passive"] },
} as const satisfies Record<InstallerKind, Record<Wish["installMode"], readonly string[]>>;

/** The way in which the installer of the configuration is run. */
export function installerRun(
  { kind, root }: Setup,
  { installer, task, installMode, installerArgs }: Wish,
): InstallerRun {
  const mode = modes[kind][installMode];
  if (kind === "nsis") {
    // The users that it was installed for. Installers that offer no choice ignore it.
    const users = root === "user" ? "/CurrentUser" : "/AllUsers";
    return {
      program: installer,
      options: [
        commandLine([...mode, "/UPDATE", users]),
        ...installerArgs.map(installerArgument),
      ].join(" "),
      restartsApp: installMode === "basicUi",
    };
  }
  // The task contains the installer and its options. The task is not waited for, so the installer
  // starts the app.
  if (task !== null)
    return {
      program: "schtasks.exe",
      options: commandLine(["/run", "/tn", task]),
      restartsApp: true,
    };
  const restart = installMode === "quiet" ? "/norestart" : "/promptrestart";
  return {
    program: "msiexec.exe",
    options: [
      commandLine(["/i", installer, ...mode, restart]),
      ...installerArgs.map(packageArgument),
    ].join(" "),
    restartsApp: false,
  };
}

/**
 * `/D=` takes the rest of the line as a folder, quotation marks included. Source: NSIS, "Installer
 * Usage".
 */
function installerArgument(argument: string): string {
  return argument.startsWith("/D=") ? argument : commandLine([argument]);
}

/**
 * A property has quotation marks around its value alone, and doubled ones in it. A value that the
 * author has quoted stays. Source: Microsoft, "Command-Line Options" of Windows Installer.
 */
function packageArgument(argument: string): string {
  const [, name, value = ""] = /^(\w[\w.]*)=(.*)$/s.exec(argument) ?? [];
  if (name === undefined) return commandLine([argument]);
  if (!/[\s"]/.test(value) || /^".*"$/s.test(value)) return argument;
  return `${name}="${value.replaceAll('"', '""')}"`;
}

/** The reason why an installer failed, by its exit code. `null`: it succeeded. */
export function reasonOf(code: number, kind: InstallerKind): string | null {
  const known = reasons[kind][code];
  if (known === null) return null;
  return `the installer ended with ${code}${known === undefined ? "" : `: ${known}`}`;
}

// The answer of Windows when the user gives no rights (ERROR_CANCELLED). The others:
// `installer.nsi`; Microsoft, "MsiExec and InstMsi error messages".
const declined = "the user gave it no rights";
const reasons: Readonly<Record<InstallerKind, Readonly<Record<number, string | null>>>> = {
  nsis: {
    0: null,
    1: "it was called off",
    2: "it cannot take the place of a newer version or of one that runs, cannot write a file, or cannot get what the app runs with",
    3: "it has begun, and could not write a file",
    1223: declined,
  },
  msi: {
    0: null,
    1223: declined,
    1602: "it was called off",
    1603: "it failed, and has put everything back",
    1618: "another installation is on its way",
    1625: "this machine's administrator forbids it",
    // A restart of Windows will follow, or has begun.
    1641: null,
    3010: null,
  },
};

/** With these codes an installer has changed nothing, or has restored everything. */
const untouched: Readonly<Record<InstallerKind, readonly number[]>> = {
  nsis: [1, 2, 1223],
  msi: [1223, 1602, 1603, 1618, 1625],
};

/** The failure of an installer. `null`: it succeeded. */
export function failureOf(code: number, kind: InstallerKind): InstallFailure | null {
  const reason = reasonOf(code, kind);
  return reason === null ? null : { reason, isWhole: untouched[kind].includes(code) };
}

/** Runs an installer once the app has ended. */
export function afterEnd({ folder, result, windows }: RunPlaces, run: InstallerRun): AfterEnd {
  const { program, options, restartsApp } = run;
  return {
    folder,
    lines,
    values: {
      FRAMEWORK_UPDATE_PROGRAM: win32.isAbsolute(program)
        ? program
        : windowsProgram(windows, program),
      FRAMEWORK_UPDATE_OPTIONS: options,
      FRAMEWORK_UPDATE_RESULT: result,
      FRAMEWORK_UPDATE_RESTARTS: restartsApp ? "no" : "yes",
    },
  };
}
